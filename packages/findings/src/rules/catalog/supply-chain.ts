import { rulesOfFamily } from './rule-info.ts';

const rule = rulesOfFamily('Secrets, network, supply chain');

/** Secrets, what goes over the network, what others supply. */
export const supplyChain = {
  'secret.read': rule(
    'medium',
    'Read a file of secrets',
    'A file or a store that holds secrets was opened.',
    'Was the content needed?',
  ),
  'secret.commit': rule(
    'medium',
    'Committed a file of secrets',
    'A file that holds secrets was put under version control. Whoever gets the repository gets it, also after it is deleted.',
    'Is what it holds still secret, and has it been pushed?',
  ),
  'net.send': rule(
    'high',
    'Sent data out',
    'Data went to a host that is not on the team’s list. Medium with something of the machine in it; high with a secret, a dump or an archive, to a host where anybody may leave something, or soon after a secret was read.',
    'What was sent?',
  ),
  'net.pipe-shell': rule(
    'medium',
    'Ran a script from the network',
    'What a host answered was run at once.',
    'Is the host trusted, and the version fixed?',
  ),
  'dep.add': rule(
    'high',
    'Added a dependency',
    'A package was added, by a command or in a manifest. High when its name is one letter off a known one.',
    'Is it the one that was meant, and kept up?',
  ),
  'lock.edit': rule(
    'medium',
    'Edited a lock file by hand',
    'A lock file was changed by an edit instead of by the package manager.',
    'Does an install change it again?',
  ),
  'migration.edit': rule(
    'medium',
    'Changed an existing migration',
    'A migration that existed before was edited.',
    'Has it run anywhere?',
  ),
  'inject.content': rule(
    'high',
    'Met instructions on the way',
    'A result held text that tells agents what to do. High when a command soon after did just what it says, and neither the person nor the session before had called for it.',
    'Where did the text come from, and what was done?',
  ),
};
