import { ALNUM, type Random } from './random.ts';

type Placed = { secret: string; text: string };

/** A password with a mark before each end, as rules for passwords ask for them: `aB3d&eF5gH$i7K`. */
const marked = (random: Random) =>
  `${random.text(ALNUM, 4)}&${random.text(ALNUM, 5)}$${random.text(ALNUM, 3)}7`;
const inText =
  (text: (secret: string) => string, make = marked) =>
  (random: Random): Placed => {
    const secret = make(random);
    return { secret, text: text(secret) };
  };

/** Secrets that commands and single lines of code are given. */
export const COMMANDS: Readonly<Record<string, (random: Random) => Placed>> = {
  'here-string into docker login': inText((secret) => `docker login -u ci --password-stdin <<< "${secret}"`),
  'piped into sudo': inText((secret) => `echo '${secret}' | sudo -S systemctl restart app`),
  'zip password': inText((secret) => `zip -r -P ${secret} out.zip folder`),
  'keytool password': inText((secret) => `keytool -list -keystore k.jks -storepass ${secret}`),
  'parameter store': inText(
    (secret) => `aws ssm put-parameter --type SecureString --name /prod/db --value ${secret}`,
  ),
  'PowerShell secure string': inText((secret) => `ConvertTo-SecureString "${secret}" -AsPlainText -Force`),
  'dollar in the password of a URL': inText((secret) => `mysql2://app:${secret}@db.internal:3306/prod`),
  'dollar in a quoted password': inText((secret) => `connect(user='x', password='${secret}')`),
  'bytes in Go': inText(
    (secret) => `var jwtSecret = []byte("${secret}")`,
    (random) => random.text(ALNUM, 32),
  ),
  'salt of WordPress': inText(
    (secret) => `define('AUTH_KEY',         '${secret}');`,
    (random) => random.text(`${ALNUM}!@#%^&*()-_[]{}~+=;:?|`, 64),
  ),
};
