//! Rust's part of clients/bench/compare: its arguments and its output are described there.

use std::hint::black_box;
use std::sync::Mutex;
use std::time::Instant;
use ulid::Ulid;
use uuid::Uuid;
use wiji::Wiji;

type Contender<'a> = (&'a str, Box<dyn Fn() + 'a>);

fn contender<'a, T>(library: &'a str, run: impl Fn() -> T + 'a) -> Contender<'a> {
    (library, Box::new(move || drop(black_box(run()))))
}

fn main() {
    let arguments: Vec<usize> = std::env::args().skip(1).map(|number| number.parse().unwrap()).collect();
    let (n, rounds) = (arguments[0], arguments[1]);
    let ulids = Mutex::new(ulid::Generator::new());
    let (id, uuid) = (Wiji::generate().unwrap(), Uuid::now_v7());
    let ulid = ulids.lock().unwrap().generate().unwrap();
    let (text, form, ulid_text, uuid_text) = (id.to_string(), id.uuid(), ulid.to_string(), uuid.to_string());
    let uuid_parse = || black_box(&uuid_text).parse::<Uuid>().unwrap();

    let operations = [
        (
            "generate",
            vec![
                contender("wiji", || Wiji::generate().unwrap().to_string()),
                contender("ulid, monotonic", || ulids.lock().unwrap().generate().unwrap().to_string()),
                contender("uuid, version 7", || Uuid::now_v7().to_string()),
            ],
        ),
        (
            "parse text",
            vec![
                contender("wiji", || black_box(&text).parse::<Wiji>().unwrap()),
                contender("ulid", || black_box(&ulid_text).parse::<Ulid>().unwrap()),
                contender("uuid", uuid_parse),
            ],
        ),
        (
            "parse UUID form",
            vec![contender("wiji", || black_box(&form).parse::<Wiji>().unwrap()), contender("uuid", uuid_parse)],
        ),
        (
            "format",
            vec![
                contender("wiji", || black_box(id).to_string()),
                contender("ulid", || black_box(ulid).to_string()),
                contender("uuid", || black_box(uuid).to_string()),
            ],
        ),
    ];
    for (operation, contenders) in operations {
        let mut best = vec![f64::INFINITY; contenders.len()];
        for _ in 0..rounds {
            for (best, (_, run)) in best.iter_mut().zip(&contenders) {
                let began = Instant::now();
                (0..n).for_each(|_| run());
                *best = best.min(began.elapsed().as_nanos() as f64 / n as f64);
            }
        }
        for (ns, (library, _)) in best.iter().zip(&contenders) {
            println!("{operation}\t{library}\t{ns}");
        }
    }
}
