diesel::table! {
    use diesel::sql_types::Text;
    use wiji::diesel_2::sql_types::Wiji;

    orders (id) {
        id -> Wiji,
        item -> Text,
    }
}
