DROP FUNCTION wrong_pairs, hex, steps_down, even_partitions;
