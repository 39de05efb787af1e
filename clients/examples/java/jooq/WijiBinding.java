// The type wiji in jOOQ: a parameter is text with a cast.
import example.wiji.Wiji;
import java.sql.SQLException;
import org.jooq.*;
import org.jooq.impl.*;

public class WijiBinding extends AbstractBinding<Object, Wiji> {
	// for fields written by hand; for generated code, this class is the binding of a forcedType
	public static final DataType<Wiji> WIJI = SQLDataType.OTHER.asConvertedDataType(new WijiBinding());

	@Override
	public Converter<Object, Wiji> converter() {
		return Converter.ofNullable(Object.class, Wiji.class, value -> Wiji.parse(value.toString()), Wiji::toString);
	}

	@Override
	protected void sqlBind(BindingSQLContext<Wiji> context) throws SQLException {
		super.sqlBind(context);
		context.render().sql("::wiji");
	}

	@Override
	protected void sqlInline(BindingSQLContext<Wiji> context) throws SQLException {
		super.sqlInline(context);
		context.render().sql("::wiji");
	}

	@Override
	public void set(BindingSetStatementContext<Wiji> context) throws SQLException {
		context.statement().setString(context.index(), (String) converter().to(context.value()));
	}

	@Override
	public void get(BindingGetResultSetContext<Wiji> context) throws SQLException {
		context.value(converter().from(context.resultSet().getString(context.index())));
	}
}
