# Draws the charts of script/bench: data is the folder with the output of report.sql, out is for the
# charts.  They have a background, and colors of different brightness, for light and dark pages.

set terminal svg size 720,360 font "sans-serif,13" background "#f7f7f7"
set border 3 lc rgb "#444444"
set tics nomirror textcolor rgb "#222222"
set grid ytics lc rgb "#cccccc"
# above the chart, where no line can meet it
set key textcolor rgb "#222222" noenhanced outside above center horizontal
set datafile separator "\t"
set style line 1 lc rgb "#0b5fa5" lw 2 pt 7
set style line 2 lc rgb "#e08214" lw 2 pt 5
set style line 3 lc rgb "#7f7f7f" lw 2 pt 9
set style line 4 lc rgb "#1b7837" lw 2 pt 11
set yrange [0:*]

set output out."/growth.svg"
set title "Bulk INSERT into a table that outgrows 64 MB of shared buffers: ns per row, less is better"
set xlabel "million rows in the table"
plot data."/chart.growth" using 1:2 with linespoints ls 1 title "wiji", "" using 1:3 with linespoints ls 4 title "uuidv7", \
     "" using 1:4 with linespoints ls 2 title "uuidv4", "" using 1:5 with linespoints ls 3 title "bigint"

set output out."/size.svg"
set title "Size of a table and its indexes: bytes per row, less is better"
unset xlabel
set style fill solid
set style data histograms
set style histogram rowstacked
set boxwidth 0.6
set xtics noenhanced
set bmargin 4
# a contender's name in two lines
in_lines(name) = (i = strstrt(name, " with "), i == 0 ? (i = strstrt(name, " of ")) : i, i == 0 ? name : name[1:i - 1]."\n".name[i + 1:*])
plot data."/chart.size" using 2:xtic(in_lines(stringcolumn(1))) ls 1 title "table", "" using 3 ls 2 title "indexes"

set output out."/lag.svg"
unset bmargin
set title "Lag of a feed while a transaction in another table runs from second 2 to 8"
set xlabel "seconds"
set ylabel "seconds behind"
set xtics auto
plot data."/chart.lag" using 1:2 with lines ls 1 title "horizon of a feed", "" using 1:3 with lines ls 2 title "by pg_snapshot_xmin()"
