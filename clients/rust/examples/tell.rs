//! Reads and generates IDs for other programs:
//!
//!     tell answer       reads lines "wiji_text HEX" or "wiji_id HEX", and prints the ID or "-"
//!     tell generate N   prints N lines of new IDs: text, UUID form, hex, and the bytes in hex

use std::io::BufRead;
use wiji::{Error, Wiji};

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
}

fn answer(line: &str) -> String {
    let (word, question) = line.split_once(' ').unwrap();
    let bytes = unhex(question.trim_start_matches('.'));
    let id = match word {
        "wiji_text" => String::from_utf8(bytes).unwrap().parse(),
        _ => Wiji::try_from(&bytes[..]),
    };
    id.map_or_else(
        |_| String::from("-"),
        |id: Wiji| {
            let lower = Wiji::lower(id.time()).unwrap().hex();
            let upper = Wiji::upper(id.time()).unwrap().hex();
            let (hex, uuid, us) = (id.hex(), id.uuid(), id.timestamp_us());
            format!("{hex} {id} {uuid} {us} {} {} {lower} {upper}", id.sequence(), id.random())
        },
    )
}

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["answer"] => std::io::stdin().lock().lines().for_each(|line| println!("{}", answer(&line.unwrap()))),
        ["generate", n] => {
            for _ in 0..n.parse().unwrap() {
                print!("{} ", Wiji::generate()?);
                print!("{} ", Wiji::generate()?.uuid());
                print!("{} ", Wiji::generate()?.hex());
                println!("{:032x}", u128::from_be_bytes(Wiji::generate()?.into()));
            }
        }
        _ => panic!("usage: tell answer | generate N"),
    }
    Ok(())
}
