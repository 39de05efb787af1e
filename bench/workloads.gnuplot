# The charts of script/bench --workloads: data names the files that workloads.sql wrote, out the folder for the charts.
# Readable on light and on dark pages, as charts.gnuplot's.

set terminal svg size 720,360 font "sans-serif,13" background "#f7f7f7"
set border 3 lc rgb "#444444"
set tics nomirror textcolor rgb "#222222"
set grid ytics lc rgb "#cccccc"
set style fill solid
set bmargin 4
set xtics noenhanced
set key textcolor rgb "#222222"
set datafile separator "\t"
title = system("cat ".data.".title")
set label 1 title at graph 1, screen 0.04 right font ",10" textcolor rgb "#666666" noenhanced
set boxwidth 0.6
set yrange [0:*]
set offsets 0, 0, graph 0.08, 0	# room for the numbers

set output out."/workloads-wal.svg"
set title "WAL for a row, index four times as large as shared_buffers: bytes, less is better" noenhanced
plot data.".wal" using 0:2:(stringcolumn(1) eq "wiji" ? 0x0b5fa5 : 0x9ecae1):xtic(1) with boxes lc rgb variable notitle, \
     "" using 0:2:(sprintf("%.0f", $2)) with labels offset 0,0.7 notitle

set output out."/workloads-serializable.svg"
set title "SERIALIZABLE transactions that fail, 10 clients: %, less is better" noenhanced
plot data.".serializable" using 0:2:(stringcolumn(1) eq "wiji" ? 0x0b5fa5 : 0x9ecae1):xtic(1) with boxes lc rgb variable notitle, \
     "" using 0:2:(sprintf("%.1f", $2)) with labels offset 0,0.7 notitle

set output out."/workloads-steady.svg"
set title "Inserting into an index four times as large as shared_buffers: rows a second, more is better" noenhanced
set offsets 0, 0, 0, 0
set xrange [0.8:5.2]
set xtics ("first fifth" 1, "second" 2, "third" 3, "fourth" 4, "last" 5)
set key center right
plot data.".steady" using 1:5 with linespoints lc rgb "#0b5fa5" lw 2 pt 7 title "wiji", \
     "" using 1:4 with linespoints lc rgb "#e08214" lw 2 pt 5 title "uuidv7", \
     "" using 1:2 with linespoints lc rgb "#2c7a3f" lw 2 pt 11 title "bigint", \
     "" using 1:3 with linespoints lc rgb "#7f7f7f" lw 2 pt 9 title "uuidv4"
