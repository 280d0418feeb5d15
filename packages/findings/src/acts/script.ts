import type { SimpleCommand } from '@debrief/shell';
import { checkOf } from '../runs/check-table.ts';

/** Programs that come with the system or with a language, and run nobody's tests by themselves. */
const ordinary = new Set(
  (
    '. [ [[ : alias apt apt-get awk base64 basename bat bc break brew bg bunzip2 bzip2 cal cat cd chgrp chmod chown clear ' +
    'cmp column comm command continue cp crontab curl cut date dd declare df diff dig dirname dnf docker du echo ed egrep ' +
    'emacs env eval exec exit export expr eza false fc fd fg fgrep file find fmt fold free fuser gh git glab grep gunzip ' +
    'gzip head helm history host hostname iconv id ifconfig ip jobs join journalctl jq kill killall kubectl less let ln ' +
    'local locate ls lsblk lsof man md5sum mkdir mkfifo mktemp mount mv nano nc netstat nl nohup nproc od open paste patch ' +
    'pgrep ping pkill popd printenv printf ps pushd pwd read readlink readonly realpath rename return rg rm rmdir rsync ' +
    'scp screen sed seq set sftp sha1sum sha256sum shift shopt shred shuf sleep sort source split ssh stat strings stty su ' +
    'sudo sysctl systemctl tac tail tar tee telnet test time timeout tmux touch tput tr trap tree true tty type ulimit ' +
    'umask uname unalias uniq unlink unset unzip uptime vi vim wait watch wc wget whereis which while who whoami xargs xxd ' +
    'yes yq zcat zip zless'
  ).split(' '),
);

/** Whether a team may have meant this command when it named its own test commands. */
export const isScript = (command: SimpleCommand): boolean =>
  command.name !== '' && !command.isRemote && !ordinary.has(command.name) && checkOf(command)?.of !== 'tests';
