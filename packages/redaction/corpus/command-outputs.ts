import { ALNUM, BASE64, HEX, type Random, UPPER } from './random.ts';

/** What a command prints that prints secrets by trade. */
export type OutputCase = { readonly command: string; readonly context: string; readonly secret: string };

type Make = (random: Random) => string;
type Print = (secret: string, random: Random) => string;

/** Chosen by people and by generators: nothing in them tells what they are. */
const words: Make = (random) =>
  `${random.pick(['winter', 'harbor', 'copper'])}-${random.pick(['lake', 'moon', 'field'])}-${random.pick(['stone', 'raven', 'maple'])}`;
const mixed: Make = (random) =>
  `${random.text(ALNUM, 6)}${random.pick([...'!%&/?+'])}${random.text(ALNUM, 7)}`;
const token: Make = (random) => random.text(ALNUM, 40);
const hex: Make = (random) => random.text(HEX, 32);
const digits: Make = (random) => random.text('0123456789', 12);
const MAKES = [words, mixed, token, hex, digits];

const line: Print = (secret) => `${secret}\n`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

const PLAIN = `
op read op://prod/db/password
op read "op://Private/Stripe/credential" --no-newline
op item get db --fields label=password --reveal
vault kv get -field=password secret/prod/db
vault read -field=token auth/token/lookup-self
aws secretsmanager get-secret-value --secret-id prod/db --query SecretString --output text
aws --profile prod --region eu-west-1 ssm get-parameter --name /prod/db --with-decryption --query Parameter.Value --output text
gcloud secrets versions access latest --secret=db-password
gcloud secrets versions access latest --secret=db-password --project prod | head -1
az keyvault secret show --vault-name v --name db --query value -o tsv
pass show prod/db
pass prod/db | head -n1
gopass show -o prod/db
bw get password github.com
rbw get github.com
lpass show --password github
kubectl get secret db -o jsonpath='{.data.password}' | base64 -d
kubectl -n prod get secret db -o go-template='{{.data.password | base64decode}}'
oc get secret/db -o jsonpath={.data.password} | base64 --decode; echo
terraform output -raw db_password
terraform -chdir=infra output -raw admin_credentials
tofu output -raw db_password
pulumi config get dbPassword
doppler secrets get STRIPE_KEY --plain
printenv STRIPE_SECRET_KEY
echo $DB_PASSWORD
echo "$API_TOKEN" | cat
printf '%s\\n' "\${API_KEY}"
echo $env:API_KEY
Write-Output $env:DB_PASSWORD
$env:GITHUB_TOKEN
[System.Environment]::GetEnvironmentVariable('API_KEY','User')
security find-generic-password -a ada -s api -w
secret-tool lookup service api user ada
keyring get api ada
heroku config:get DATABASE_PASSWORD -a app
fly ssh console -a app -C "printenv SECRET_KEY_BASE"
railway run printenv API_TOKEN
sops -d --extract '["db"]["password"]' secrets.yaml
ansible-vault view group_vars/all/vault.yml
chamber read -q app db_password
infisical secrets get DB_PASSWORD --plain
docker exec app printenv DB_PASSWORD
docker compose exec -T db sh -c 'echo $POSTGRES_PASSWORD'
kubectl exec deploy/api -- sh -c 'printenv API_TOKEN'
ssh prod 'cat /run/secrets/db_password'
cat /run/secrets/api_key
node -e "console.log(process.env.API_KEY)"
python3 -c "import os; print(os.environ['API_KEY'])"
python - <<'PY'\\nimport os\\nprint(os.getenv("DB_PASSWORD"))\\nPY
ruby -e 'puts ENV.fetch("API_TOKEN")'
TOKEN=$(op read op://a/b/c); echo "$TOKEN"
cd infra && echo $(terraform output -raw db_password)
gh auth token
gcloud auth print-access-token
az account get-access-token --query accessToken -o tsv
aws ecr get-login-password --region eu-west-1
aws configure get aws_secret_access_key --profile prod
npm config get //registry.npmjs.org/:_authToken
git config --get github.token
gpg --quiet --decrypt secret.gpg
age -d -i key.txt secret.age
openssl rand -base64 24
kubectl create token deployer
consul kv get app/db_password
nomad var get -out=go-template -template='{{ .Items.password }}' app
oathtool --totp -b SEED
dotnet user-secrets list
launchctl getenv API_TOKEN
bash -lc "op read op://prod/db/password"
sudo -u app printenv DB_PASSWORD
timeout 10 vault kv get -field=value secret/x
(Get-SSMParameter -Name /db -WithDecryption $true).Value
Get-Secret -Name db -AsPlainText
cmd /c echo %API_TOKEN%
`;

/** Structured answers, of which the value is a part. */
const STRUCTURED: readonly { readonly command: string; readonly print: Print; readonly make?: Make }[] = [
  {
    command: 'aws secretsmanager get-secret-value --secret-id prod/db',
    print: (secret) =>
      JSON.stringify(
        {
          ARN: 'arn:aws:secretsmanager:eu-west-1:1:secret:prod/db-a',
          Name: 'prod/db',
          SecretString: JSON.stringify({ username: 'ada', password: secret }),
          VersionStages: ['AWSCURRENT'],
        },
        null,
        4,
      ),
  },
  {
    command: 'aws ssm get-parameter --name /prod/db --with-decryption',
    print: (secret) =>
      JSON.stringify(
        { Parameter: { Name: '/prod/db', Type: 'SecureString', Value: secret, Version: 3 } },
        null,
        4,
      ),
  },
  {
    command: 'vault kv get secret/prod/db',
    print: (secret) =>
      `====== Secret Path ======\nsecret/data/prod/db\n\n======= Metadata =======\nKey                Value\n---                -----\nversion            2\n\n====== Data ======\nKey         Value\n---         -----\npassword    ${secret}\nuser        ada\n`,
  },
  {
    command: 'vault kv get -format=json secret/prod/db | jq .data.data',
    print: (secret) => JSON.stringify({ password: secret, user: 'ada' }, null, 2),
  },
  {
    command: 'az keyvault secret show --vault-name v --name db',
    print: (secret) =>
      JSON.stringify(
        {
          attributes: { enabled: true },
          id: 'https://v.vault.azure.net/secrets/db/1',
          name: 'db',
          value: secret,
        },
        null,
        2,
      ),
  },
  {
    command: 'kubectl get secret db -o yaml',
    print: (secret) =>
      `apiVersion: v1\ndata:\n  password: ${base64(secret)}\nkind: Secret\nmetadata:\n  name: db\n`,
  },
  {
    command: 'bw get item github.com',
    print: (secret) =>
      JSON.stringify({
        object: 'item',
        id: 'x',
        name: 'GitHub',
        login: { username: 'ada', password: secret },
      }),
  },
  {
    command: 'aws sts get-session-token',
    print: (secret, random) =>
      JSON.stringify({
        Credentials: {
          AccessKeyId: `ASIA${random.text(UPPER, 16)}`,
          SecretAccessKey: secret,
          SessionToken: random.text(BASE64, 200),
        },
      }),
    make: (random) => random.text(BASE64, 40),
  },
  {
    command: 'heroku config -a app',
    print: (secret) => `=== app Config Vars\nDB_PASSWORD: ${secret}\nNODE_ENV:    production\n`,
  },
  { command: 'env', print: (secret) => `HOME=/root\nAPI_TOKEN=${secret}\nSHELL=/bin/sh\n` },
  { command: 'printenv | grep -i token', print: (secret) => `API_TOKEN=${secret}\n` },
  { command: 'docker exec app env | sort', print: (secret) => `DB_PASSWORD=${secret}\nPATH=/usr/bin\n` },
  { command: 'cat /proc/1/environ', print: (secret) => `PATH=/usr/bin\0API_KEY=${secret}\0HOME=/root\0` },
  {
    command: 'docker inspect app',
    print: (secret) =>
      JSON.stringify([{ Id: 'abc', Config: { Env: ['PATH=/bin', `DB_PASSWORD=${secret}`] } }], null, 4),
  },
  {
    command: 'terraform output -json',
    print: (secret) =>
      JSON.stringify(
        {
          db_password: { sensitive: true, type: 'string', value: secret },
          url: { sensitive: false, type: 'string', value: 'https://a' },
        },
        null,
        2,
      ),
  },
  {
    command: 'aws lambda get-function-configuration --function-name f',
    print: (secret) =>
      JSON.stringify(
        { FunctionName: 'f', Environment: { Variables: { API_KEY: secret, STAGE: 'prod' } } },
        null,
        4,
      ),
  },
  {
    command: 'git credential fill',
    print: (secret) => `protocol=https\nhost=github.com\nusername=ada\npassword=${secret}\n`,
  },
  {
    command: 'op item get db',
    print: (secret) =>
      `ID:          abcd\nTitle:       db\nFields:\n  username:    ada\n  password:    ${secret}\n`,
  },
  {
    command: 'npm run build && echo "deploying with $DEPLOY_TOKEN"',
    print: (secret) => `> build\n> tsc\n\nThe build took three seconds.\ndeploying with ${secret}\n`,
    make: token,
  },
  {
    command: 'doppler secrets download --no-file --format env',
    print: (secret) => `API_KEY="${secret}"\nPORT="80"\n`,
  },
];

export function outputCases(random: Random): OutputCase[] {
  const plain = PLAIN.trim()
    .split('\n')
    .map((written, index) => {
      const command = written.replaceAll('\\n', '\n');
      const secret = (MAKES[index % MAKES.length] as Make)(random);
      return { command, secret, context: line(secret, random) };
    });
  const structured = STRUCTURED.map(({ command, print, make }, index) => {
    const secret = (make ?? (MAKES[index % 3] as Make))(random);
    return { command, secret, context: print(secret, random) };
  });
  return [...plain, ...structured];
}
