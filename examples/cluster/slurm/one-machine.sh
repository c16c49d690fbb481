#!/bin/bash
# Runs a command on a Slurm cluster of this one machine: Debian's slurm-wlm, started with files of its own in a temporary folder, and stopped
# after the command. For tests. Run it as root, which slurmd needs. Exits with 77 if Slurm is not installed, or if this is not root.
#
#   slurm/one-machine.sh sinfo
set -eu

for program in munged slurmctld slurmd; do
    command -v "$program" >/dev/null || { echo "there is no $program: apt-get install slurm-wlm munge" >&2 && exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "slurmd has to run as root" >&2 && exit 77; }

desk=$(mktemp -d)
running=()
stop() {
    trap - EXIT INT TERM
    [ ! -S "$desk/munge/socket" ] || scancel --user root --quiet 2>/dev/null || true
    for ((i = ${#running[@]} - 1; i >= 0; i--)); do
        kill "${running[i]}" 2>/dev/null || true
        wait "${running[i]}" 2>/dev/null || true
    done
    rm -rf "$desk"
}
trap stop EXIT
trap 'exit 1' INT TERM

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}
host=$(hostname -s)
mkdir -m 755 "$desk"/{munge,state,spool}
chmod 755 "$desk"
dd if=/dev/urandom of="$desk/munge/key" bs=128 count=1 status=none
chmod 400 "$desk/munge/key"
cat >"$desk/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$desk/munge/socket
CryptoType=crypto/munge
StateSaveLocation=$desk/state
SlurmdSpoolDir=$desk/spool
SlurmctldPidFile=$desk/slurmctld.pid
SlurmdPidFile=$desk/slurmd.pid
SlurmctldLogFile=$desk/slurmctld.log
SlurmdLogFile=$desk/slurmd.log
# No cgroups, which a container may not have, and no accounting.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2,batch_sched_delay=1
ReturnToService=2
MinJobAge=300
KillWait=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=2000 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
END
export SLURM_CONF=$desk/slurm.conf

munged --foreground --force --num-threads=2 --key-file="$desk/munge/key" --socket="$desk/munge/socket" \
    --pid-file="$desk/munge/pid" --log-file="$desk/munge/log" --seed-file="$desk/munge/seed" >"$desk/munge/out" 2>&1 &
running+=($!)
for _ in $(seq 50); do [ -S "$desk/munge/socket" ] && break || sleep 0.1; done
slurmctld -D -i >"$desk/slurmctld.out" 2>&1 &
running+=($!)
slurmd -D >"$desk/slurmd.out" 2>&1 &
running+=($!)
state=
for _ in $(seq 100); do
    state=$(sinfo --noheader --format=%T 2>/dev/null || true)
    [ "$state" = idle ] && break || sleep 0.2
done
if [ "$state" != idle ]; then
    echo "the cluster did not start (${state:-no answer}):" >&2
    tail -n 5 "$desk"/{munge/out,slurmctld.log,slurmd.log} >&2
    exit 1
fi
echo "$(sinfo --version), one node with $(sinfo --noheader --format=%c) CPUs, MaxArraySize $(scontrol show config | awk '/^MaxArraySize/ { print $3 }')"

code=0
"$@" || code=$?
exit "$code"
