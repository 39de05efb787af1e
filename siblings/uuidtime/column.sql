uuid uuid DEFAULT uuidtime_v7()
-- random: its IDs differ even if the clock is set back while no session lives
