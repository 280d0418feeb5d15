import {
  alnum,
  b64,
  base64,
  caps,
  chosen,
  hex,
  mixed,
  pin,
  urlSafe,
  uuid,
  type Ways,
  weak,
} from './value.ts';

/** Settings of programs, as their own documentation has them. */
export const FILES: Ways = {
  'dotenv plain': [mixed, (s) => `APP_ENV=staging\nDB_USERNAME=app\nDB_PASS=${s}\nLOG_LEVEL=debug`],
  'dotenv export single quotes': [
    chosen,
    (s) => `export SMTP_PASSWD='${s}'\nexport SMTP_HOST=mail.corp.test`,
  ],
  'dotenv commented out': [weak, (s) => `# old one, remove: ADMIN_PASSWORD=${s}\nADMIN_USER=root`],
  'dotenv app key': [base64(32), (s) => `APP_NAME=Shop\nAPP_KEY=base64:${s}\nAPP_DEBUG=true`],
  'dotenv nextauth': [base64(32), (s) => `NEXTAUTH_URL=http://localhost:3000\nNEXTAUTH_SECRET=${s}`],
  'dotenv signing key': [hex(64), (s) => `COOKIE_SIGNING_KEY="${s}"\nPORT=8080`],
  'dotenv salt': [alnum(24), (s) => `HASHIDS_SALT=${s}\nHASHIDS_LENGTH=8`],
  'dotenv webhook': [
    urlSafe(68),
    (s) => `DISCORD_WEBHOOK=https://discord.com/api/webhooks/883${'1'.repeat(15)}/${s}`,
  ],
  'dotenv spaces around': [mixed, (s) => `MAIL_PASSWORD = "${s}"\nMAIL_FROM = app@corp.test`],
  'fish universal': [alnum(30), (s) => `set -Ux LINEAR_API_KEY ${s}\nset -Ux EDITOR vim`],
  'csh setenv': [chosen, (s) => `setenv PGUSER app\nsetenv PGPASSWORD ${s}`],
  'cmd set': [weak, (s) => `@echo off\nset DB_PASSWORD=${s}\ncall run.bat`],
  'powershell profile': [alnum(40), (s) => `$env:HCLOUD_TOKEN = "${s}"\n$env:PAGER = "less"`],
  'systemd unit': [
    mixed,
    (s) => `[Service]\nEnvironment="RAILS_ENV=production" "SMTP_PASS=${s}"\nExecStart=/srv/run`,
  ],
  'systemd credential': [chosen, (s) => `[Service]\nSetCredential=db-password:${s}\nDynamicUser=yes`],
  'dockerfile env': [alnum(32), (s) => `FROM node:24\nENV NODE_ENV=production API_TOKEN=${s}\nWORKDIR /app`],
  'dockerfile old env': [weak, (s) => `FROM mysql:8\nENV MYSQL_ROOT_PASSWORD ${s}\nEXPOSE 3306`],
  'dockerfile arg': [hex(40), (s) => `ARG SENTRY_AUTH_TOKEN=${s}\nRUN npm run build`],
  'compose list': [
    weak,
    (s) =>
      `services:\n  db:\n    image: mariadb\n    environment:\n      - MARIADB_ROOT_PASSWORD=${s}\n      - TZ=UTC`,
  ],
  'compose map': [
    chosen,
    (s) => `    environment:\n      RABBITMQ_DEFAULT_USER: app\n      RABBITMQ_DEFAULT_PASS: ${s}`,
  ],
  'compose flow': [mixed, (s) => `    environment: { MINIO_ROOT_USER: admin, MINIO_ROOT_PASSWORD: "${s}" }`],
  'compose command': [
    weak,
    (s) => `    image: redis:7\n    command: redis-server --requirepass ${s} --appendonly yes`,
  ],
  'compose command list': [
    weak,
    (s) => `    command: ["redis-server", "--requirepass", "${s}"]\n    ports: ["6379:6379"]`,
  ],
  'compose healthcheck': [
    weak,
    (s) => `      test: ["CMD", "mysqladmin", "ping", "-uroot", "-p${s}"]\n      interval: 5s`,
  ],
  'secret data': [
    mixed,
    (s) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\ndata:\n  conn: ${b64(s)}\n`,
  ],
  'secret string data': [
    chosen,
    (s) => `kind: Secret\napiVersion: v1\nmetadata: {name: mq}\nstringData:\n  rabbit: ${s}\n`,
  ],
  'secret list json': [
    mixed,
    (s) =>
      JSON.stringify({
        kind: 'List',
        items: [{ kind: 'Secret', metadata: { name: 'x' }, data: { 'admin.cfg': b64(s) } }],
      }),
  ],
  'pod env pair': [
    mixed,
    (s) =>
      `        env:\n        - name: DB_PASSWORD\n          value: ${s}\n        - name: DB_HOST\n          value: db`,
  ],
  'pod env value first': [
    mixed,
    (s) =>
      `        - value: "${s}"\n          name: SESSION_SECRET\n        - value: "3"\n          name: REPLICAS`,
  ],
  'helm values': [
    chosen,
    (s) => `postgresql:\n  auth:\n    username: app\n    postgresPassword: ${s}\n    database: app`,
  ],
  'helm nested existing': [
    alnum(32),
    (s) => `grafana:\n  adminUser: admin\n  adminPassword: '${s}'\n  persistence: {enabled: true}`,
  ],
  'yaml folded': [
    alnum(48),
    (s) => `auth:\n  token: >-\n    ${s.slice(0, 24)}\n    ${s.slice(24)}\n  realm: corp`,
  ],
  'yaml literal': [mixed, (s) => `db:\n  password: |\n    ${s}\n  host: db.corp.test`],
  'yaml anchor': [chosen, (s) => `defaults:\n  password: &dbpw ${s}\nreplica:\n  password: *dbpw`],
  'yaml tagged': [mixed, (s) => `smtp:\n  password: !!str ${s}\n  port: 587`],
  'yaml quoted key': [chosen, (s) => `"bind-password": "${s}"\n"bind-dn": "cn=app"`],
  'yaml complex key': [mixed, (s) => `? secret\n: ${s}\n? region\n: eu`],
  'json pair name value': [
    alnum(28),
    (s) =>
      JSON.stringify([
        { name: 'PLAID_SECRET', value: s },
        { name: 'PORT', value: '80' },
      ]),
  ],
  'json pair value first': [
    chosen,
    (s) =>
      JSON.stringify([
        { value: s, key: 'dbPassword' },
        { value: 'eu', key: 'region' },
      ]),
  ],
  'json array of pairs': [
    mixed,
    (s) =>
      JSON.stringify({
        params: [
          ['user', 'app'],
          ['password', s],
          ['ssl', 'on'],
        ],
      }),
  ],
  'json in json': [chosen, (s) => JSON.stringify({ body: JSON.stringify({ login: 'kim', password: s }) })],
  'json thrice': [
    alnum(30),
    (s) => JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ clientSecret: s }) }) }),
  ],
  'json5 config': [weak, (s) => `{\n  // local only\n  host: 'db',\n  password: '${s}',\n}`],
  'jsonc trailing': [alnum(36), (s) => `{\n  "apiToken": "${s}", // rotate in May\n  "zone": "eu",\n}`],
  toml: [mixed, (s) => `[database]\nuser = "app"\npassword = "${s}"\npool = 5`],
  'toml inline table': [chosen, (s) => `auth = { user = "app", pass = "${s}" }`],
  'toml multi line': [alnum(40), (s) => `[remote]\ntoken = """\n${s}"""\nurl = "x"`],
  'toml dotted': [alnum(40), (s) => `remotes.origin.token = '${s}'`],
  ini: [weak, (s) => `[mysqld]\nuser=app\npwd=${s}\nport=3306`],
  'my.cnf quoted': [chosen, (s) => `[client]\nuser=backup\npassword="${s}"\n[mysqldump]\nquick`],
  'my.cnf hash': [weak, (s) => `[client_prod]\nuser = ro\npassword=${s} # until may\n`],
  properties: [chosen, (s) => `spring.datasource.username=app\nspring.datasource.password=${s}`],
  'properties colon': [mixed, (s) => `ssl.truststore.type: JKS\nssl.truststore.password: ${s}`],
  'properties continued': [
    alnum(44),
    (s) =>
      `sasl.jaas.config=org.apache.kafka.PlainLoginModule required \\\n  username="app" \\\n  password="${s}";`,
  ],
  'web.config': [
    chosen,
    (s) =>
      `<add name="Main" connectionString="Server=db;Database=shop;User Id=sa;Password=${s};Encrypt=true" />`,
  ],
  'web.config app setting': [
    alnum(32),
    (s) => `<appSettings>\n  <add key="TwilioAuthToken" value="${s}" />\n</appSettings>`,
  ],
  'machine key': [hex(64), (s) => `<machineKey validationKey="${s}" validation="SHA1" />`],
  'maven settings': [
    mixed,
    (s) => `<server>\n  <id>nexus</id>\n  <username>ci</username>\n  <password>${s}</password>\n</server>`,
  ],
  'maven cdata': [chosen, (s) => `<server><id>r</id><password><![CDATA[${s}]]></password></server>`],
  'nuget clear text': [
    alnum(30),
    (s) =>
      `<corp>\n  <add key="Username" value="ci" />\n  <add key="ClearTextPassword" value="${s}" />\n</corp>`,
  ],
  'gradle properties': [weak, (s) => `signing.keyId=24875D73\nsigning.password=${s}\nossrhUsername=ci`],
  'gradle kotlin': [chosen, (s) => `credentials {\n  username = "ci"\n  password = "${s}"\n}`],
  'npmrc auth token': [uuid, (s) => `registry=https://npm.corp.test/\n//npm.corp.test/:_authToken=${s}`],
  'npmrc password': [chosen, (s) => `//npm.corp.test/:username=ci\n//npm.corp.test/:_password=${b64(s)}`],
  'npmrc auth': [chosen, (s) => `_auth=${b64(`ci:${s}`)}\nalways-auth=true`],
  'yarnrc berry': [uuid, (s) => `npmRegistries:\n  "//npm.corp.test":\n    npmAuthToken: "${s}"`],
  bunfig: [
    urlSafe(36),
    (s) => `[install.scopes]\n"@corp" = { token = "${s}", url = "https://npm.corp.test" }`,
  ],
  pypirc: [chosen, (s) => `[corp]\nrepository = https://pypi.corp.test\nusername = ci\npassword = ${s}`],
  'pip.conf': [
    chosen,
    (s) => `[global]\nindex-url = https://ci:${encodeURIComponent(s)}@pypi.corp.test/simple`,
  ],
  'poetry auth': [mixed, (s) => `[http-basic.corp]\nusername = "ci"\npassword = "${s}"`],
  'cargo credentials': [alnum(35), (s) => `[registries.corp]\ntoken = "${s}"`],
  'composer auth': [
    mixed,
    (s) => JSON.stringify({ 'http-basic': { 'repo.corp.test': { username: 'ci', password: s } } }),
  ],
  'bundle config': [alnum(32), (s) => `---\nBUNDLE_GEMS__CORP__TEST: "ci:${s}"\nBUNDLE_PATH: vendor`],
  'gem credentials': [hex(48), (s) => `---\n:rubygems_api_key: ${s}`],
  'hex config': [hex(32), (s) => `{'$write_key',<<"${s}">>}.`],
  'netrc one line': [mixed, (s) => `machine git.corp.test login kim password ${s}`],
  'netrc lines': [chosen, (s) => `machine api.corp.test\n  login kim\n  password ${s}\n\nmachine other`],
  'netrc no login': [hex(40), (s) => `machine api.heroku.com\n  account x\n  password ${s}`],
  pgpass: [weak, (s) => `# host:port:db:user:pw\ndb.corp.test:5432:shop:app:${s}`],
  'pgpass star': [mixed, (s) => `*:*:*:postgres:${s}`],
  'pg service': [chosen, (s) => `[prod]\nhost=db\nuser=app\npassword=${s}`],
  'odbc ini': [weak, (s) => `[Shop]\nDriver=FreeTDS\nUID=app\nPWD=${s}\nPort=1433`],
  'pgbouncer users': [chosen, (s) => `"app" "${s}"\n"ro" ""`],
  'kubeconfig token': [alnum(60), (s) => `users:\n- name: admin\n  user:\n    token: ${s}`],
  'kubeconfig basic': [
    chosen,
    (s) => `users:\n- name: admin\n  user:\n    username: admin\n    password: ${s}`,
  ],
  'kubeconfig key data': [
    base64(400),
    (s) => `    client-certificate-data: LS0tCg==\n    client-key-data: ${s}`,
  ],
  'docker auth': [mixed, (s) => JSON.stringify({ auths: { 'reg.corp.test': { auth: b64(`ci:${s}`) } } })],
  'docker identity token': [
    urlSafe(80),
    (s) => JSON.stringify({ auths: { 'r.io': { identitytoken: s } } }, null, '\t'),
  ],
  'git credentials': [alnum(30), (s) => `https://kim:${s}@git.corp.test\nhttps://bob@x.test`],
  'git extra header': [
    alnum(40),
    (s) => `[http "https://git.corp.test/"]\n\textraheader = AUTHORIZATION: basic ${b64(`x:${s}`)}`,
  ],
  'gh hosts': [
    alnum(36),
    (s) => `github.com:\n    user: kim\n    oauth_token: ${s}\n    git_protocol: https`,
  ],
  'glab config': [
    alnum(26),
    (s) => `hosts:\n    git.corp.test:\n        token: ${s}\n        api_protocol: https`,
  ],
  tfvars: [chosen, (s) => `region      = "eu-west-1"\ndb_password = "${s}"`],
  'tfvars map': [mixed, (s) => `secrets = {\n  stripe = "${s}"\n}`],
  'tfvars heredoc': [alnum(44), (s) => `api_token = <<EOT\n${s}\nEOT`],
  'tf variable default': [
    weak,
    (s) => `variable "admin_password" {\n  type    = string\n  default = "${s}"\n}`,
  ],
  'tf resource': [
    chosen,
    (s) => `resource "aws_db_instance" "a" {\n  username = "app"\n  password = "${s}"\n}`,
  ],
  'tf state': [
    mixed,
    (s) =>
      JSON.stringify({
        resources: [{ type: 'random_password', instances: [{ attributes: { length: 15, result: s } }] }],
      }),
  ],
  'tf rc': [urlSafe(60), (s) => `credentials "app.terraform.io" {\n  token = "${s}"\n}`],
  'pulumi config': [chosen, (s) => `config:\n  shop:dbPassword: ${s}\n  aws:region: eu`],
  'ansible vars': [mixed, (s) => `db_user: app\nvault_db_password: "${s}"`],
  'ansible inventory': [weak, (s) => `web1 ansible_host=10.0.0.4 ansible_user=deploy ansible_password=${s}`],
  'ansible become': [chosen, (s) => `[all:vars]\nansible_become_pass='${s}'`],
  'ansible inventory ssh': [chosen, (s) => `web1 ansible_ssh_pass=${s} ansible_port=22`],
  hiera: [mixed, (s) => `profile::mysql::root_password: '${s}'\nprofile::mysql::port: 3306`],
  'salt pillar': [chosen, (s) => `mysql:\n  root:\n    pass: ${s}`],
  nix: [alnum(32), (s) => `services.app.settings.auth.jwtSecret = "${s}";`],
  'jenkins xml': [
    alnum(40),
    (s) =>
      `<jenkins.StringCredentialsImpl>\n  <id>x</id>\n  <secret>${s}</secret>\n</jenkins.StringCredentialsImpl>`,
  ],
  'actions env': [
    alnum(32),
    (s) => `      - run: npm publish\n        env:\n          NODE_AUTH_TOKEN: ${s}`,
  ],
  'gitlab ci': [mixed, (s) => `variables:\n  POSTGRES_USER: app\n  POSTGRES_PASSWORD: "${s}"`],
  s3cfg: [base64(30), (s) => `[default]\naccess_key = X\nsecret_key = ${s}\nbucket_location = EU`],
  'aws credentials': [base64(30), (s) => `[default]\naws_access_key_id = AAAA\naws_secret_access_key = ${s}`],
  'aws session': [base64(180), (s) => `aws_session_token=${s}\nregion=eu-west-1`],
  rclone: [urlSafe(40), (s) => `[box]\ntype = sftp\nhost = x\nuser = me\npass = ${s}`],
  'rclone token': [
    urlSafe(64),
    (s) => `[drive]\ntype = drive\ntoken = {"access_token":"${s}","token_type":"Bearer"}`,
  ],
  'restic env': [chosen, (s) => `RESTIC_REPOSITORY=s3:x\nRESTIC_PASSWORD=${s}`],
  'adc refresh token': [
    urlSafe(90),
    (s) =>
      JSON.stringify({
        client_id: 'x.apps',
        client_secret: 'd-x',
        refresh_token: `1//${s}`,
        type: 'authorized_user',
      }),
  ],
  'service account': [
    base64(600),
    (s) =>
      JSON.stringify({
        type: 'service_account',
        private_key_id: 'x',
        private_key: [
          '-----BEGIN ',
          'PRIVATE KEY-----\n',
          s.replace(/(.{64})/g, '$1\n'),
          '\n-----END PRIVATE',
          ' KEY-----\n',
        ].join(''),
      }),
  ],
  'azure storage': [
    base64(64),
    (s) => `DefaultEndpointsProtocol=https;AccountName=corp;AccountKey=${s};EndpointSuffix=core.windows.net`,
  ],
  'azure service bus': [
    base64(32),
    (s) => `Endpoint=sb://corp.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${s}`,
  ],
  'azure cosmos': [base64(64), (s) => `AccountEndpoint=https://c.documents.azure.com:443/;AccountKey=${s};`],
  'azure sas': [
    base64(32),
    (s) =>
      `https://corp.blob.core.windows.net/c/f?sv=2023-11-03&se=2026-12-01&sr=b&sp=r&sig=${encodeURIComponent(s)}`,
  ],
  'azure app insights': [uuid, (s) => `"AzureAd": {\n  "TenantId": "common",\n  "ClientSecret": "${s}"\n}`],
  'azure function key': [urlSafe(54), (s) => `https://fn.azurewebsites.net/api/run?code=${s}==`],
  'azure iot': [base64(32), (s) => `HostName=h.azure-devices.net;DeviceId=d1;SharedAccessKey=${s}`],
  'azure openai': [
    hex(32),
    (s) => `AZURE_OPENAI_ENDPOINT=https://x.openai.azure.com\nAZURE_OPENAI_API_KEY=${s}`,
  ],
  'wp config': [mixed, (s) => `define( 'DB_USER', 'wp' );\ndefine( 'DB_PASSWORD', '${s}' );`],
  'wp salt': [urlSafe(64), (s) => `define('LOGGED_IN_KEY',    '${s}');\ndefine('WP_DEBUG', false);`],
  'drupal settings': [
    chosen,
    (s) => `$databases['default']['default'] = [\n  'username' => 'd',\n  'password' => '${s}',\n];`,
  ],
  'drupal hash salt': [urlSafe(74), (s) => `$settings['hash_salt'] = '${s}';`],
  'rails database.yml': [
    weak,
    (s) => `production:\n  adapter: postgresql\n  username: app\n  password: ${s}`,
  ],
  'rails secrets': [hex(128), (s) => `production:\n  secret_key_base: ${s}`],
  'django key': [urlSafe(50), (s) => `DEBUG = True\nSECRET_KEY = 'django-insecure-${s}'`],
  'django databases': [
    chosen,
    (s) => `DATABASES = {'default': {'USER': 'app', 'PASSWORD': '${s}', 'HOST': 'db'}}`,
  ],
  'spring yaml': [chosen, (s) => `spring:\n  datasource:\n    username: app\n    password: \${DB_PW:${s}}`],
  'spring bound': [chosen, (s) => `spring.rabbitmq.password=\${MQ_PW:${s}}\nspring.rabbitmq.port=5672`],
  phoenix: [
    base64(48),
    (s) => `config :shop, ShopWeb.Endpoint,\n  secret_key_base: "${s}",\n  http: [port: 4000]`,
  ],
  'grafana ini': [chosen, (s) => `[security]\nadmin_user = admin\nadmin_password = ${s}`],
  'grafana provision': [
    mixed,
    (s) => `    secureJsonData:\n      password: "${s}"\n    jsonData:\n      sslmode: disable`,
  ],
  'prometheus remote': [
    alnum(40),
    (s) => `remote_write:\n  - url: https://p\n    basic_auth:\n      username: 12\n      password: ${s}`,
  ],
  alertmanager: [
    alnum(24),
    (s) => `slack_api_url: https://hooks.slack.com/services/T01ABCDEF/B01ABCDEF/${s}`,
  ],
  'alertmanager pd': [hex(32), (s) => `  pagerduty_configs:\n  - routing_key: ${s}\n    severity: error`],
  logstash: [
    mixed,
    (s) => `elasticsearch {\n  hosts => ["es:9200"]\n  user => "elastic"\n  password => "${s}"\n}`,
  ],
  fluentd: [chosen, (s) => `<match **>\n  @type elasticsearch\n  user fluent\n  password ${s}\n</match>`],
  telegraf: [urlSafe(86), (s) => `[[outputs.influxdb_v2]]\n  token = "${s}=="\n  organization = "o"`],
  'datadog agent': [hex(32), (s) => `api_key: ${s}\nsite: datadoghq.eu`],
  newrelic: [hex(40), (s) => `newrelic.license = "${s}"\nnewrelic.appname = "x"`],
  'redis conf': [weak, (s) => `bind 127.0.0.1\nrequirepass ${s}\nmaxmemory 1gb`],
  'redis masterauth': [mixed, (s) => `replicaof db 6379\nmasterauth ${s}`],
  'redis acl': [chosen, (s) => `user app on >${s} ~* +@all`],
  haproxy: [chosen, (s) => `userlist ops\n  user admin insecure-password ${s}`],
  'nginx header': [mixed, (s) => `proxy_set_header Authorization "Basic ${b64(`api:${s}`)}";`],
  'nginx header token': [alnum(40), (s) => `proxy_set_header X-Auth-Token "${s}";\nproxy_pass http://b;`],
  wireguard: [base64(32), (s) => `[Interface]\nPrivateKey = ${s}\nAddress = 10.2.0.2/32`],
  'wireguard psk': [base64(32), (s) => `[Peer]\nPresharedKey = ${s}\nEndpoint = x:51820`],
  'wpa supplicant': [chosen, (s) => `network={\n  ssid="corp"\n  psk="${s}"\n}`],
  'network manager': [weak, (s) => `[wifi-security]\nkey-mgmt=wpa-psk\npsk=${s}`],
  'ipsec secrets': [mixed, (s) => `%any vpn.corp.test : PSK "${s}"`],
  'ppp secrets': [weak, (s) => `# client server secret IP\nkim * ${s} *`],
  'openvpn inline': [chosen, (s) => `<auth-user-pass>\nkim\n${s}\n</auth-user-pass>`],
  'postfix sasl': [chosen, (s) => `[smtp.corp.test]:587 relay@corp.test:${s}`],
  msmtp: [alnum(16), (s) => `account work\nuser kim\npassword ${s}\nhost smtp`],
  mutt: [chosen, (s) => `set imap_user = "kim"\nset imap_pass = "${s}"`],
  offlineimap: [chosen, (s) => `remoteuser = kim\nremotepass = ${s}`],
  'cloud init': [weak, (s) => `#cloud-config\nchpasswd:\n  list: |\n    root:${s}\n  expire: False`],
  'cloud init plain': [
    chosen,
    (s) => `users:\n  - name: kim\n    plain_text_passwd: ${s}\n    lock_passwd: false`,
  ],
  kickstart: [weak, (s) => `timezone UTC\nrootpw --plaintext ${s}\nreboot`],
  preseed: [weak, (s) => `d-i passwd/root-password password ${s}\nd-i passwd/make-user boolean false`],
  'unattend xml': [
    chosen,
    (s) =>
      `<AdministratorPassword>\n  <Value>${s}</Value>\n  <PlainText>true</PlainText>\n</AdministratorPassword>`,
  ],
  filezilla: [mixed, (s) => `<User>kim</User>\n<Pass encoding="base64">${b64(s)}</Pass>`],
  'mcp settings': [
    alnum(40),
    (s) =>
      JSON.stringify({ mcpServers: { pg: { command: 'npx', args: ['-y', 'pg', '--token', s] } } }, null, 2),
  ],
  'mcp env': [alnum(40), (s) => JSON.stringify({ mcpServers: { x: { env: { LINEAR_API_KEY: s } } } })],
  'mcp headers': [
    alnum(40),
    (s) => JSON.stringify({ mcp: { x: { type: 'http', headers: { Authorization: `Bearer ${s}` } } } }),
  ],
  'agent auth json': [
    urlSafe(90),
    (s) =>
      JSON.stringify({
        tokens: { id_token: 'x', access_token: 'y', refresh_token: s },
        last_refresh: '2026-01-01',
      }),
  ],
  'opencode auth': [alnum(50), (s) => JSON.stringify({ openrouter: { type: 'api', key: s } })],
  'firebase ci': [urlSafe(60), (s) => `FIREBASE_TOKEN: "1//${s}"`],
  'ldap conf': [chosen, (s) => `binddn cn=proxy,dc=corp\nbindpw ${s}\nbase dc=corp`],
  'samba creds': [weak, (s) => `username=kim\npassword=${s}\ndomain=CORP`],
  'fstab cifs': [weak, (s) => `//nas/share /mnt cifs username=kim,password=${s},uid=1000 0 0`],
  'grub pin': [pin, (s) => `[token]\nuser_pin = ${s}\nlabel = hsm`],
  tnsnames: [chosen, (s) => `jdbc.url=jdbc:oracle:thin:app/${s}@//db:1521/ORCL`],
  'license key': [caps, (s) => `license_key: ${s}\nedition: enterprise`],
  'snowflake toml': [chosen, (s) => `[connections.prod]\naccount = "corp"\nuser = "kim"\npassword = "${s}"`],
  'dbt profile': [mixed, (s) => `      type: redshift\n      user: kim\n      pass: ${s}\n      schema: x`],
  'airflow uri': [chosen, (s) => `AIRFLOW_CONN_DB='postgres://app:${encodeURIComponent(s)}@db/x'`],
  'kafka jaas': [chosen, (s) => `KafkaClient {\n  username="app"\n  password="${s}";\n};`],
  'tomcat users': [chosen, (s) => `<user username="admin" password="${s}" roles="manager-gui"/>`],
  'svn auth': [weak, (s) => `K 8\npassword\nV ${s.length}\n${s}\nEND`],
  'htdigest plain': [chosen, (s) => `[users]\nharry = ${s}`],
  'travis global': [alnum(30), (s) => `env:\n  global:\n    - CODECOV_TOKEN=${s}`],
  vagrantfile: [weak, (s) => `config.ssh.username = "vagrant"\nconfig.ssh.password = "${s}"`],
  packer: [weak, (s) => `  ssh_username = "root"\n  ssh_password = "${s}"\n  ssh_timeout = "20m"`],
};
