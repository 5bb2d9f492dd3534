#!/bin/sh
# Keeps the class-data-sharing archive beside the jar: archive.sh JAVA JAR FOLDER/NAME-jdkVERSION.jsa. Ends with 0 when the archive
# may be used. Prints the flags that the JVM is to have, which its archive has to agree with.
# It is made again when the jar or the JVM is another one than its stamp says. Where it can't be made (a folder that
# is read only, a JVM without class-data sharing) the start is slower and nothing else.
#
# ETHRYX_TRAINING   what to run while the JVM watches which classes are loaded: arguments after the class path.
#                   Default: the training run inside the jar if it has one, else "io.ethryx.server.Main --help".
set -eu
java=$1
jar=$2
archive=$3
stamp=$archive.stamp
home=$(dirname -- "$(dirname -- "$(readlink -f -- "$java")")")

# Smaller objects cost a twentieth less CPU. For good since 25, and fast to start where the JVM has its own classes archived so.
# Who turns them off has the archive made without them.
major=${archive##*-jdk}
major=${major%%[!0-9]*}
flags=
case "${ETHRYX_JAVA_OPTS:-}" in
    *-XX:-UseCompactObjectHeaders*) ;;
    *) [ "${major:-0}" -lt 25 ] || [ ! -f "$home/lib/server/classes_coh.jsa" ] || flags=-XX:+UseCompactObjectHeaders ;;
esac
printf '%s\n' "$flags"

# Size and time of the jar, of the JVM's own library and of its modules: any other JVM or build differs in one of them.
now=$(stat -L -c '%n %s %Y' "$jar" "$home/lib/server/libjvm.so" "$home/lib/modules" 2>/dev/null) || exit 1
now="$now $flags"
if [ -r "$stamp" ] && [ "$(cat "$stamp")" = "$now" ]; then
    # A stamp without an archive: this JVM could not make one of this jar, and is not asked again.
    [ -f "$archive" ] || exit 1
    exit 0
fi
[ -w "$(dirname -- "$archive")" ] || exit 1

if [ -z "${ETHRYX_TRAINING:-}" ]; then
    ETHRYX_TRAINING="io.ethryx.server.Main --help"
    # The names in a jar's directory are plain text.
    if grep -q 'io/ethryx/server/ArchiveTraining\.class' "$jar"; then
        ETHRYX_TRAINING=io.ethryx.server.ArchiveTraining
    fi
fi

temp=$archive.$$
trap 'rm -f "$temp" "$temp.stamp"' EXIT
echo "ethryx: preparing the class archive for a fast start ..." >&2
# The run's own end does not matter (a command line may well end with 2), only that the JVM wrote the archive.
# shellcheck disable=SC2086  # lists of words
timeout 60 "$java" $flags -XX:+UseSerialGC -Xmx256m -XX:ArchiveClassesAtExit="$temp" \
    -Xlog:disable -Xlog:all=error:stderr -cp "$jar" $ETHRYX_TRAINING >/dev/null 2>&1 </dev/null || :
printf '%s\n' "$now" >"$temp.stamp"
if [ -s "$temp" ]; then
    mv -f "$temp" "$archive"
    mv -f "$temp.stamp" "$stamp"
else
    rm -f "$archive"
    mv -f "$temp.stamp" "$stamp"
    echo "ethryx: this JVM wrote no class archive; starts are slower" >&2
    exit 1
fi
