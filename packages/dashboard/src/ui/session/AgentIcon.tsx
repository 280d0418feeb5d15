import {
  IconAsterisk,
  IconBrandGithubCopilot,
  IconBrandOpenai,
  IconPointer,
  IconSparkles,
  IconTerminal2,
} from '@tabler/icons-react';
import { useAgentName } from '../../api/agent.ts';
import { visibleText } from '../text/visible.ts';
import styles from './AgentIcon.module.css';

const known: Record<string, { icon: typeof IconAsterisk; colour: string }> = {
  'claude-code': { icon: IconAsterisk, colour: 'orange' },
  codex: { icon: IconBrandOpenai, colour: 'black' },
  'gemini-cli': { icon: IconSparkles, colour: 'blue' },
  opencode: { icon: IconTerminal2, colour: 'green' },
  cursor: { icon: IconPointer, colour: 'grey' },
  'copilot-cli': { icon: IconBrandGithubCopilot, colour: 'violet' },
};

const colours = ['teal', 'pink', 'violet', 'green', 'blue', 'grey'];

/** The same colour for an agent in every row, also for one that has no sign of its own. */
const colourOf = (agentId: string): string =>
  colours[[...agentId].reduce((sum, one) => sum + (one.codePointAt(0) ?? 0), 0) % colours.length] ?? 'grey';

/** Which agent ran a session, by a sign and a colour, with its name for those who point at it or listen. */
export function AgentIcon({ agentId, isRunning = false }: { agentId: string; isRunning?: boolean }) {
  const name = visibleText(useAgentName()(agentId));
  const label = isRunning ? `${name}, running` : name;
  const sign = known[agentId];
  return (
    <span
      className={styles.icon}
      data-colour={sign?.colour ?? colourOf(agentId)}
      data-running={isRunning || undefined}
      role="img"
      aria-label={label}
      title={label}
    >
      {sign ? (
        <sign.icon size={16} stroke={2} aria-hidden />
      ) : (
        (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '?').toUpperCase()
      )}
    </span>
  );
}
