import example.wiji.Wiji;
import example.wiji.hibernate.GeneratedWiji;
import jakarta.persistence.*;

@Entity
@Table(name = "extras")
public class Extra {
	@Id
	@GeneratedWiji
	Wiji id;

	@ManyToOne(optional = false)
	Order order;

	String item;

	protected Extra() {}

	Extra(Order order, String item) {
		this.order = order;
		this.item = item;
	}
}
