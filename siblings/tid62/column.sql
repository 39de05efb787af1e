tid62 tid62 DEFAULT tid62_generate()
-- random: its IDs differ even if the clock is set back while no session lives
