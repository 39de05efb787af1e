# shellcheck shell=bash
# A temporary Debian with all versions of PostgreSQL, and the tree at /wiji: for matrix and package,
# and for machines, neighbours and upgrade in long/, after common.sh.  If $architecture is set, it
# is for that architecture, whose programs the kernel must be able to run.
#
#	use_debian [--in FOLDER] [VERSION…]   creates it, or uses the one in FOLDER; sets $versions
#	install_versions PACKAGE…             installs PostgreSQL of these versions, and the packages
#	inside COMMAND…                       runs a command there as root

debian=
kept=
versions=()
architecture=

use_debian()
{
	while [ $# -gt 0 ]; do
		case $1 in
			--in) folder "$@"; kept=$2; shift 2 ;;
			[0-9]*) versions+=("$1"); shift ;;
			*) usage ;;
		esac
	done
	[ ${#versions[@]} -gt 0 ] || versions=(15 17 18 19)

	[ "$(id -u)" = 0 ] || die "a chroot requires root: run this as root or with sudo"
	command -v apt-get >/dev/null || die "this command requires Debian or a derivative, for debootstrap and its packages.
Elsewhere see CONTRIBUTING.md for what it does"
	install_packages debootstrap

	if [ -n "$kept" ]; then
		mkdir -p "$kept"
		debian=$(cd "$kept" && pwd)
	else
		debian=$(mktemp -d "/var/tmp/wiji-${0##*/}.XXXXXX")
		chmod 755 "$debian"	# users other than root need access
	fi
	trap leave EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM

	mkdir -p "$debian/wiji"
	# shellcheck disable=SC2154	# root is set by common.sh
	mount --bind "$root" "$debian/wiji" 2>/dev/null || die "this command requires a chroot with mounts, but cannot mount here; the reason might be a
container without CAP_SYS_ADMIN.  Use a virtual machine instead."
	[ -x "$debian/usr/bin/apt-get" ] || make_debian
	mount --bind /proc "$debian/proc"
	mount --bind /dev "$debian/dev"
}

# unmounts everything even if it is in use, so that only the folder is removed, and nothing in a
# mount
leave()
{
	local mount

	for mount in wiji proc dev; do
		! mountpoint -q "$debian/$mount" || umount --lazy "$debian/$mount"
	done
	if [ -n "${WIJI_RUNS-}" ] && [ -f "$debian/tmp/runs" ]; then
		cat "$debian/tmp/runs" >>"$WIJI_RUNS"
		rm "$debian/tmp/runs"
	fi
	[ -n "$kept" ] || rm -rf --one-file-system "$debian"
}

# (what runs there has its log of runs there)
inside()
{
	local runs=()

	[ -z "${WIJI_RUNS-}" ] || runs=(WIJI_RUNS=/tmp/runs WIJI_COMMIT="$WIJI_COMMIT")
	chroot "$debian" /usr/bin/env DEBIAN_FRONTEND=noninteractive "${runs[@]}" "$@"
}

# the mirror that this machine uses, in either format of apt's sources
mirror()
{
	cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list /etc/apt/sources.list 2>/dev/null |
		sed -n 's/^URIs: *\([^ ]*debian\/*\)$/\1/p; s/^deb .*\(http[^ ]*debian\/*\) .*/\1/p' | head -n 1
}

make_debian()
{
	local mirror
	mirror=$(mirror || true)
	[ -n "$mirror" ] || die "found no Debian mirror in /etc/apt: this command requires Debian itself"

	say "Creating a Debian in $debian (some minutes)"
	quietly debootstrap ${architecture:+--arch="$architecture"} --variant=minbase --include=ca-certificates \
		forky "$debian" "$mirror" /usr/share/debootstrap/scripts/sid
	printf '#!/bin/sh\nexit 101\n' >"$debian/usr/sbin/policy-rc.d"	# start no services
	# a mirror may be behind
	echo 'Acquire::Check-Valid-Until "false";' >"$debian/etc/apt/apt.conf.d/behind"
	chmod +x "$debian/usr/sbin/policy-rc.d"
	printf "deb $mirror %s main\n" bookworm trixie sid experimental \
		>"$debian/etc/apt/sources.list.d/postgresql.list"
}

# installs missing packages
install_versions()
{
	local version packages=("$@") newest=()

	for version in "${versions[@]}"; do
		if [ "$version" -ge 19 ]; then
			newest+=("postgresql-$version" "postgresql-server-dev-$version")
		else
			packages+=("postgresql-$version" "postgresql-server-dev-$version")
		fi
	done
	say "Installing PostgreSQL ${versions[*]} there"
	mkdir -p "$debian/etc/postgresql-common/createcluster.d"
	echo 'create_main_cluster = false' >"$debian/etc/postgresql-common/createcluster.d/none.conf"
	quietly inside apt-get update
	quietly inside apt-get install -y --no-install-recommends "${packages[@]}"
	[ ${#newest[@]} -eq 0 ] ||
		quietly inside apt-get install -y --no-install-recommends -t experimental "${newest[@]}"
}
