# shellcheck shell=bash
# A throw-away Debian that holds every PostgreSQL there is, with the tree at /wiji: for matrix and
# package, and machines, neighbours and upgrade of long/, after common.sh.  It is for the machine
# $architecture, if that is set and the kernel runs programs of that machine.
#
#	use_debian [--in FOLDER] [VERSION…]   makes it, or takes the one that is in FOLDER; sets $versions
#	install_versions PACKAGE…             PostgreSQL of these versions, and the packages
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

	[ "$(id -u)" = 0 ] || die "a chroot needs root: run this as root or with sudo"
	command -v apt-get >/dev/null || die "this command needs Debian or its family, for debootstrap and its packages.
Elsewhere see CONTRIBUTING.md for what it does"
	install_packages debootstrap

	if [ -n "$kept" ]; then
		mkdir -p "$kept"
		debian=$(cd "$kept" && pwd)
	else
		debian=$(mktemp -d "/var/tmp/wiji-${0##*/}.XXXXXX")
		chmod 755 "$debian"	# it is the root of users other than root
	fi
	trap leave EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM

	mkdir -p "$debian/wiji"
	# shellcheck disable=SC2154	# root is of common.sh
	mount --bind "$root" "$debian/wiji" 2>/dev/null || die "this command needs a chroot with mounts of its own, and may not mount here (a container
without CAP_SYS_ADMIN, perhaps).  In a virtual machine it can."
	[ -x "$debian/usr/bin/apt-get" ] || make_debian
	mount --bind /proc "$debian/proc"
	mount --bind /dev "$debian/dev"
}

# nothing below a mount may be removed with the folder, nor may a process keep a mount there
leave()
{
	local mount

	for mount in wiji proc dev; do
		! mountpoint -q "$debian/$mount" || umount --lazy "$debian/$mount"
	done
	[ -n "$kept" ] || rm -rf --one-file-system "$debian"
}

inside() { chroot "$debian" /usr/bin/env DEBIAN_FRONTEND=noninteractive "$@"; }

# the mirror that this machine uses, in either style of apt's sources
mirror()
{
	cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list /etc/apt/sources.list 2>/dev/null |
		sed -n 's/^URIs: *\([^ ]*debian\/*\)$/\1/p; s/^deb .*\(http[^ ]*debian\/*\) .*/\1/p' | head -n 1
}

make_debian()
{
	local mirror
	mirror=$(mirror || true)
	[ -n "$mirror" ] || die "found no Debian mirror in /etc/apt: this command needs Debian itself"

	say "Making a Debian in $debian (some minutes)"
	quietly debootstrap ${architecture:+--arch="$architecture"} --variant=minbase --include=ca-certificates \
		forky "$debian" "$mirror" /usr/share/debootstrap/scripts/sid
	printf '#!/bin/sh\nexit 101\n' >"$debian/usr/sbin/policy-rc.d"	# start no services
	chmod +x "$debian/usr/sbin/policy-rc.d"
	printf "deb $mirror %s main\n" bookworm trixie sid experimental \
		>"$debian/etc/apt/sources.list.d/postgresql.list"
}

# installs the missing ones
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
	quietly inside apt-get -o Acquire::Check-Valid-Until=false update
	quietly inside apt-get install -y --no-install-recommends "${packages[@]}"
	[ ${#newest[@]} -eq 0 ] ||
		quietly inside apt-get install -y --no-install-recommends -t experimental "${newest[@]}"
}
