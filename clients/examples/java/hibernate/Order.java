import example.wiji.Wiji;
import jakarta.persistence.*;
import org.hibernate.annotations.ColumnDefault;
import org.hibernate.annotations.Generated;

@Entity
@Table(name = "orders")
public class Order {
	@Id
	@Generated
	@ColumnDefault("wiji_generate()")
	Wiji id;

	@Column(nullable = false, columnDefinition = "text")
	String item;

	protected Order() {}

	Order(String item) {
		this.item = item;
	}
}
