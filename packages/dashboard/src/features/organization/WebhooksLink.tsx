import styles from '../../ui/Form.module.css';
import { LinkButton } from '../../ui/LinkButton.tsx';

/** The way to where others are told of things. */
export const WebhooksLink = () => (
  <section className={styles.section}>
    <h2>Webhooks and chat</h2>
    <p>
      Tell your own programs, Slack, Mattermost, Discord or Teams of what happens here, and a forge how the
      gate stands.
    </p>
    <div className={styles.buttons}>
      <LinkButton to="/webhooks" variant="default">
        Webhooks and chat
      </LinkButton>
    </div>
  </section>
);
