//! Rust's part of clients/bench/compare: its arguments, input and output are described there.

use std::hint::black_box;
use std::sync::Mutex;
use std::time::Instant;

fn main() {
    let ids: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let ulids = Mutex::new(ulid::Generator::new());
    let wiji = || wiji::Wiji::generate().unwrap().to_string();
    let ulid = || ulids.lock().unwrap().generate().unwrap().to_string();
    let uuid = || uuid::Uuid::now_v7().to_string();
    let generators: [&(dyn Fn() -> String + Sync); 3] = [&wiji, &ulid, &uuid];

    println!("wiji\tulid, monotonic\tuuid, version 7");
    for line in std::io::stdin().lines() {
        let turn: Vec<usize> = line.unwrap().split(' ').map(|number| number.parse().unwrap()).collect();
        let began = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..turn[1] {
                scope.spawn(|| (0..ids).for_each(|_| drop(black_box(generators[turn[0]]()))));
            }
        });
        println!("{}", began.elapsed().as_secs_f64());
    }
}
