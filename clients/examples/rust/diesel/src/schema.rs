diesel::table! {
    use diesel::sql_types::Text;
    use wiji::sql_types::Wiji;

    orders (id) {
        id -> Wiji,
        item -> Text,
    }
}
