import type { Way } from '../unseen/made.ts';
import {
  base64,
  chosen,
  guid,
  hex32,
  hex64,
  key44,
  phrase,
  shortToken,
  strong,
  token,
  urlSafe,
  weak,
} from '../unseen/made.ts';

/** Files in which programs keep what they sign in with. */
export const STORED: Readonly<Record<string, Way>> = {
  'maven settings.xml': [
    strong,
    (s) => `<server>\n  <id>nexus</id>\n  <username>ci</username>\n  <password>${s}</password>\n</server>`,
  ],
  'gradle.properties': [token, (s) => `org.gradle.jvmargs=-Xmx2g\nmavenUser=ci\nmavenPassword=${s}\n`],
  'sbt credentials': [
    chosen,
    (s) => `realm=Sonatype Nexus Repository Manager\nhost=nexus.corp.internal\nuser=deploy\npassword=${s}\n`,
  ],
  'sbt in code': [
    strong,
    (s) => `credentials += Credentials("Corp Realm", "repo.corp.internal", "deploy", "${s}")`,
  ],
  'lein profiles': [
    token,
    (s) => `{:auth {:repository-auth {#"repo.corp" {:username "deploy" :password "${s}"}}}}`,
  ],
  'ivy settings': [strong, (s) => `<credentials host="repo.corp" realm="Art" username="ci" passwd="${s}"/>`],
  'gem credentials': [hex64, (s) => `---\n:rubygems_api_key: rubygems_${s.slice(0, 48)}\n:corp: ${s}\n`],
  'composer auth.json': [
    token,
    (s) => `{"http-basic":{"repo.corp.internal":{"username":"ci","password":"${s}"}}}`,
  ],
  'composer gitlab': [urlSafe, (s) => `{"gitlab-token": {"gitlab.corp.internal": "${s}"}}`],
  'nuget clear text': [
    strong,
    (s) =>
      `<packageSourceCredentials>\n  <Corp>\n    <add key="Username" value="ci" />\n    <add key="ClearTextPassword" value="${s}" />\n  </Corp>\n</packageSourceCredentials>`,
  ],
  'pip.conf': [token, (s) => `[global]\nindex-url = https://ci:${s}@pypi.corp.internal/simple\n`],
  pypirc: [strong, (s) => `[corp]\nrepository: https://pypi.corp.internal\nusername: ci\npassword: ${s}\n`],
  'uv.toml': [
    token,
    (s) => `[[index]]\nname = "corp"\nurl = "https://__token__:${s}@pypi.corp.internal/simple"\n`,
  ],
  'poetry auth.toml': [strong, (s) => `[http-basic.corp]\nusername = "ci"\npassword = "${s}"\n`],
  'cargo credentials': [token, (s) => `[registries.corp]\ntoken = "${s}"\n`],
  bunfig: [
    token,
    (s) => `[install.scopes]\n"@corp" = { token = "${s}", url = "https://npm.corp.internal" }\n`,
  ],
  yarnrc: [token, (s) => `npmScopes:\n  corp:\n    npmAuthToken: "${s}"\n`],
  'yarnrc ident': [chosen, (s) => `npmRegistries:\n  "//npm.corp.internal":\n    npmAuthIdent: "ci:${s}"\n`],
  'npmrc legacy': [
    chosen,
    (s) => `//npm.corp.internal/:username=ci\n//npm.corp.internal/:_password=${base64(s)}\n`,
  ],
  'docker config': [strong, (s) => `{"auths":{"images.corp.internal":{"auth":"${base64(`ci:${s}`)}"}}}`],
  'kubeconfig token': [token, (s) => `users:\n- name: ci\n  user:\n    token: ${s}\n`],
  'kubeconfig basic': [chosen, (s) => `- name: admin\n  user:\n    username: admin\n    password: ${s}\n`],
  rclone: [urlSafe, (s) => `[box]\ntype = sftp\nhost = files.corp.internal\nuser = ci\npass = ${s}\n`],
  s3cfg: [token, (s) => `access_key = minio\nbucket_location = US\nsecret_key = ${s}\n`],
  boto: [
    key44,
    (s) => `[Credentials]\ngs_access_key_id = GOOG1EXAMPLE\ngs_secret_access_key = ${s.slice(0, 40)}\n`,
  ],
  'my.cnf': [chosen, (s) => `[client]\nuser = app\npassword = "${s}"\nhost = db\n`],
  'odbc.ini': [
    strong,
    (s) => `[Warehouse]\nDriver=PostgreSQL\nServername=dw\nUID=etl\nPWD=${s}\nPort=5432\n`,
  ],
  'tnsnames wallet': [strong, (s) => `orapki wallet create -wallet ./wallet -pwd ${s} -auto_login`],
  'sqlnet jdbc': [chosen, (s) => `spring.datasource.url=jdbc:oracle:thin:app/${s}@//db:1521/XE`],
  'spring mail': [
    strong,
    (s) => `spring.mail.host=smtp.corp\nspring.mail.username=noreply\nspring.mail.password=${s}\n`,
  ],
  'spring yaml': [weak, (s) => `spring:\n  rabbitmq:\n    host: mq\n    username: app\n    password: ${s}\n`],
  quarkus: [strong, (s) => `%prod.quarkus.datasource.password=${s}`],
  'tomcat users': [chosen, (s) => `<user username="manager" password="${s}" roles="manager-gui,admin-gui"/>`],
  'tomcat resource': [
    strong,
    (s) =>
      `<Resource name="jdbc/app" auth="Container" type="javax.sql.DataSource" username="app" password="${s}" url="jdbc:mysql://db/app"/>`,
  ],
  'wildfly cli': [
    chosen,
    (s) => `/subsystem=elytron/credential-store=cs:add-alias(alias=db, secret-value="${s}")`,
  ],
  'jboss standalone': [
    strong,
    (s) => `<security>\n  <user-name>sa</user-name>\n  <password>${s}</password>\n</security>`,
  ],
  hibernate: [weak, (s) => `<property name="hibernate.connection.password">${s}</property>`],
  'persistence.xml': [chosen, (s) => `<property name="jakarta.persistence.jdbc.password" value="${s}"/>`],
  'web.config': [
    strong,
    (s) =>
      `<add name="Main" connectionString="Server=db;Database=app;User Id=sa;Password=${s};TrustServerCertificate=True" />`,
  ],
  machineKey: [hex64, (s) => `<machineKey validationKey="${s}" validation="SHA1" decryption="AES" />`],
  appsettings: [key44, (s) => `{"Jwt":{"Issuer":"corp","SigningKey":"${s}"}}`],
  'appsettings nested': [
    strong,
    (s) =>
      `{\n  "Smtp": {\n    "Host": "smtp.corp",\n    "Credentials": {\n      "UserName": "noreply",\n      "Password": "${s}"\n    }\n  }\n}`,
  ],
  wpa_supplicant: [chosen, (s) => `network={\n    ssid="corp-guest"\n    psk="${s}"\n}`],
  networkmanager: [phrase, (s) => `[wifi-security]\nkey-mgmt=wpa-psk\npsk=${s}\n`],
  netplan: [chosen, (s) => `      access-points:\n        "corp-guest":\n          password: "${s}"\n`],
  wireguard: [key44, (s) => `[Interface]\nAddress = 10.8.0.2/24\nPrivateKey = ${s}\n`],
  'wireguard psk': [key44, (s) => `[Peer]\nPublicKey = AAAA\nPresharedKey = ${s}\n`],
  'ipsec.secrets': [phrase, (s) => `10.0.0.1 10.0.0.2 : PSK "${s}"\n`],
  'ipsec xauth': [strong, (s) => `ada : XAUTH "${s}"`],
  'chap-secrets': [strong, (s) => `# client\tserver\tsecret\tIP addresses\nada\tpptpd\t${s}\t*\n`],
  freeradius: [shortToken, (s) => `client switch1 {\n\tipaddr = 10.0.0.5\n\tsecret = ${s}\n}`],
  'freeradius users': [chosen, (s) => `ada  Cleartext-Password := "${s}"`],
  asterisk: [strong, (s) => `[6001]\ntype=friend\nhost=dynamic\nsecret=${s}\n`],
  'postfix sasl': [strong, (s) => `[smtp.corp.internal]:587 noreply@corp.internal:${s}\n`],
  dovecot: [chosen, (s) => `connect = host=db dbname=mail user=mail password=${s}`],
  msmtp: [strong, (s) => `account corp\nhost smtp.corp\nuser ada\npassword ${s}\n`],
  mutt: [strong, (s) => `set imap_user = "ada@corp"\nset imap_pass = "${s}"\n`],
  isync: [chosen, (s) => `IMAPAccount corp\nHost imap.corp\nUser ada\nPass ${s}\n`],
  fetchmail: [strong, (s) => `poll pop.corp proto pop3 user "ada" password "${s}" is ada here`],
  offlineimap: [strong, (s) => `remotehost = imap.corp\nremoteuser = ada\nremotepass = ${s}\n`],
  weechat: [shortToken, (s) => `libera.sasl_username = "ada"\nlibera.sasl_password = "${s}"`],
  'haproxy userlist': [chosen, (s) => `userlist admins\n  user ada insecure-password ${s}\n`],
  'haproxy stats': [strong, (s) => `  stats uri /stats\n  stats auth admin:${s}\n`],
  'traefik basicauth': [
    strong,
    (s) =>
      `traefik.http.middlewares.auth.basicauth.users=admin:$apr1$H6uskkkW$${s.replace(/\W/g, 'x').padEnd(22, 'Q').slice(0, 22)}`,
  ],
  monit: [chosen, (s) => `set httpd port 2812\n    allow admin:${s}\n`],
  'redis.conf': [token, (s) => `bind 0.0.0.0\nrequirepass ${s}\n`],
  'redis acl': [chosen, (s) => `user app on >${s} ~app:* +@all`],
  sentinel: [strong, (s) => `sentinel auth-pass mymaster ${s}\n`],
  'mongod keyfile uri': [
    strong,
    (s) => `storage:\n  uri: mongodb://root:${s}@mongo-0.mongo:27017,mongo-1.mongo:27017/?replicaSet=rs0\n`,
  ],
  cassandra: [chosen, (s) => `[authentication]\nusername = cassandra\npassword = ${s}\n`],
  'kafka jaas': [
    strong,
    (s) =>
      `sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="app" password="${s}";`,
  ],
  'kafka ssl': [
    weak,
    (s) => `ssl.keystore.location=/etc/k.jks\nssl.keystore.password=${s}\nssl.key.password=${s}\n`,
  ],
  'zookeeper digest': [chosen, (s) => `addauth digest super:${s}`],
  'rabbitmq definitions': [chosen, (s) => `default_user = app\ndefault_pass = ${s}\n`],
  'erlang cookie': [shortToken, (s) => `RABBITMQ_ERLANG_COOKIE: ${s.toUpperCase()}`],
  'erlang setcookie': [token, (s) => `erl -name a@host -setcookie ${s}`],
  'elasticsearch.yml': [
    strong,
    (s) => `elasticsearch.username: "kibana_system"\nelasticsearch.password: "${s}"\n`,
  ],
  'kibana encryption': [token, (s) => `xpack.encryptedSavedObjects.encryptionKey: ${s}\n`],
  'logstash output': [
    strong,
    (s) => `output { elasticsearch { hosts => ["es:9200"] user => "logstash" password => "${s}" } }`,
  ],
  fluentd: [token, (s) => `<match **>\n  @type splunk_hec\n  hec_host splunk\n  hec_token ${s}\n</match>`],
  'splunk inputs': [guid, (s) => `[http://app]\ntoken = ${s}\n`],
  'grafana.ini': [
    strong,
    (s) => `[security]\nadmin_user = admin\nadmin_password = ${s}\nsecret_key = SW2YcwTIb9zpOOhoPsMm\n`,
  ],
  'grafana provisioning': [strong, (s) => `    secureJsonData:\n      password: ${s}\n`],
  'alertmanager slack': [
    token,
    (s) => `    slack_api_url: https://hooks.slack.com/services/T024BE7LD/B024BE7LH/${s.slice(0, 24)}\n`,
  ],
  'alertmanager smtp': [
    strong,
    (s) => `global:\n  smtp_auth_username: alerts\n  smtp_auth_password: '${s}'\n`,
  ],
  'pagerduty key': [hex32, (s) => `receivers:\n- name: pd\n  pagerduty_configs:\n  - routing_key: ${s}\n`],
  'prometheus basic': [strong, (s) => `    basic_auth:\n      username: prom\n      password: ${s}\n`],
  'prometheus bearer': [token, (s) => `    authorization:\n      credentials: ${s}\n`],
  'datadog.yaml': [hex32, (s) => `## @param api_key\napi_key: ${s}\nsite: datadoghq.eu\n`],
  'newrelic.yml': [token, (s) => `common: &default_settings\n  license_key: ${s}NRAL\n`],
  'zabbix psk': [hex64, (s) => `TLSPSKIdentity=PSK 001\nzabbix PSK: ${s}\n`],
  snmp: [chosen, (s) => `createUser monitor SHA "${s}" AES\n`],
  'cisco 7': [hex32, (s) => `username admin privilege 15 password 7 ${s.toUpperCase()}\n`],
  'cisco key': [shortToken, (s) => `tacacs-server host 10.1.1.1 key ${s}\n`],
  'cisco enable': [chosen, (s) => `enable password ${s}\n`],
  juniper: [chosen, (s) => `set system root-authentication plain-text-password-value "${s}"`],
  mikrotik: [chosen, (s) => `/interface wireless security-profiles add name=p wpa2-pre-shared-key="${s}"`],
  'openvpn management': [strong, (s) => `<auth-user-pass>\nada\n${s}\n</auth-user-pass>`],
  coturn: [hex64, (s) => `use-auth-secret\nstatic-auth-secret=${s}\n`],
  synapse: [urlSafe, (s) => `registration_shared_secret: "${s}"\nmacaroon_secret_key: "x"\n`],
  'gitlab.rb': [strong, (s) => `gitlab_rails['smtp_password'] = "${s}"`],
  'gitlab runner': [
    token,
    (s) => `[[runners]]\n  name = "r1"\n  url = "https://gitlab.corp"\n  token = "${s.slice(0, 20)}"\n`,
  ],
  'jenkins xml': [
    strong,
    (s) =>
      `<com.cloudbees.plugins.credentials.impl.UsernamePasswordCredentialsImpl>\n  <id>nexus</id>\n  <username>ci</username>\n  <password>${s}</password>`,
  ],
  'jenkins casc': [
    strong,
    (s) =>
      `      - usernamePassword:\n          id: nexus\n          username: ci\n          password: "${s}"\n`,
  ],
  'ansible inventory': [
    chosen,
    (s) => `web1 ansible_host=10.0.0.4 ansible_user=root ansible_password=${s} ansible_port=22\n`,
  ],
  'ansible become': [strong, (s) => `ansible_become_pass: "${s}"`],
  vagrantfile: [chosen, (s) => `config.ssh.password = "${s}"`],
  packer: [chosen, (s) => `  "ssh_username": "packer",\n  "ssh_password": "${s}",\n`],
  kickstart: [chosen, (s) => `rootpw --plaintext ${s}\n`],
  preseed: [
    chosen,
    (s) => `d-i passwd/root-password password ${s}\nd-i passwd/root-password-again password ${s}\n`,
  ],
  'cloud-init chpasswd': [chosen, (s) => `chpasswd:\n  list: |\n    root:${s}\n  expire: false\n`],
  'cloud-init plain': [chosen, (s) => `users:\n  - name: ada\n    plain_text_passwd: '${s}'\n`],
  'unattend.xml': [
    chosen,
    (s) =>
      `<AutoLogon>\n  <Password>\n    <Value>${s}</Value>\n    <PlainText>true</PlainText>\n  </Password>`,
  ],
  'group policy': [
    key44,
    (s) => `<Properties action="U" newName="" cpassword="${s}" userName="Administrator"/>`,
  ],
  'sysprep registry': [
    chosen,
    (s) => `    DefaultUserName    REG_SZ    ada\n    DefaultPassword    REG_SZ    ${s}\n`,
  ],
  filezilla: [
    strong,
    (s) => `<Host>ftp.corp</Host>\n<User>ada</User>\n<Pass encoding="base64">${base64(s)}</Pass>`,
  ],
  winscp: [hex64, (s) => `[Sessions\\corp]\nHostName=ftp.corp\nPassword=${s.toUpperCase()}\n`],
  dbeaver: [chosen, (s) => `"#connection": {"user": "app", "password": "${s}"}`],
  laravel: [key44, (s) => `APP_ENV=production\nAPP_KEY=base64:${s}\n`],
  'wordpress salts': [
    strong,
    (s) => `define( 'AUTH_KEY',         '${s}${s.split('').reverse().join('')}' );`,
  ],
  'wordpress db': [chosen, (s) => `define('DB_PASSWORD', '${s}');`],
  'drupal settings': [
    strong,
    (s) => `$databases['default']['default'] = array (\n  'username' => 'app',\n  'password' => '${s}',\n);`,
  ],
  'drupal salt': [urlSafe, (s) => `$settings['hash_salt'] = '${s}';`],
  'magento env.php': [hex32, (s) => `'crypt' => [\n    'key' => '${s}'\n],`],
  'rails secrets': [hex64, (s) => `production:\n  secret_key_base: ${s}${s}\n`],
  'rails database.yml': [
    strong,
    (s) => `production:\n  adapter: postgresql\n  username: app\n  password: <%= ENV['X'] || '${s}' %>\n`,
  ],
  'django databases': [
    chosen,
    (s) =>
      `DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql", "USER": "app", "PASSWORD": "${s}"}}`,
  ],
  phoenix: [key44, (s) => `config :app, AppWeb.Endpoint, secret_key_base: "${s}${s}"`],
  flask: [hex64, (s) => `app.config['SECRET_KEY'] = '${s}'`],
  supervisor: [chosen, (s) => `[inet_http_server]\nport=9001\nusername=admin\npassword=${s}\n`],
  'pgbouncer userlist': [strong, (s) => `"app" "${s}"\n"pgbouncer" "${s}x"\n; userlist.txt of pgbouncer`],
  patroni: [
    strong,
    (s) => `  authentication:\n    replication:\n      username: replicator\n      password: ${s}\n`,
  ],
  primary_conninfo: [
    strong,
    (s) => `primary_conninfo = 'host=10.0.0.3 port=5432 user=repl password=${s} sslmode=require'`,
  ],
  'influx toml': [
    urlSafe,
    (s) => `[[outputs.influxdb_v2]]\n  urls = ["http://influx:8086"]\n  token = "${s}=="\n`,
  ],
  'terraform tfvars': [strong, (s) => `region      = "eu-west-1"\nmaster_pass = "${s}"\n`],
  'pulumi stack': [key44, (s) => `config:\n  app:dbPassword:\n    secure: ${s}\nencryptionsalt: v1:x\n`],
  'helm values': [
    strong,
    (s) => `postgresql:\n  auth:\n    postgresPassword: ${s}\n    replicationPassword: ""\n`,
  ],
  'compose environment list': [
    chosen,
    (s) => `    environment:\n      - MYSQL_USER=app\n      - MYSQL_ROOT_PASSWORD=${s}\n`,
  ],
  'compose command': [strong, (s) => `    command: redis-server --requirepass ${s} --appendonly yes\n`],
  'systemd environment': [
    token,
    (s) => `[Service]\nEnvironment="DB_HOST=db" "API_TOKEN=${s}"\nExecStart=/usr/bin/app\n`,
  ],
  crontab: [strong, (s) => `*/5 * * * * PGPASSWORD='${s}' pg_dump -h db app > /backup/app.sql\n`],
  'github workflow': [token, (s) => `      - run: ./deploy.sh\n        env:\n          DEPLOY_TOKEN: ${s}\n`],
  'circleci docker auth': [
    strong,
    (s) =>
      `    docker:\n      - image: corp/app\n        auth:\n          username: ci\n          password: ${s}\n`,
  ],
  'sentry properties': [hex64, (s) => `defaults.url=https://sentry.io/\nauth.token=${s}\n`],
  'sentry dsn': [hex32, (s) => `SENTRY_DSN=https://${s}@o447951.ingest.sentry.io/5429219`],
  fastlane: [
    shortToken,
    (s) =>
      `FASTLANE_APPLE_APPLICATION_SPECIFIC_PASSWORD=${s.slice(0, 4).replace(/\d/g, 'a')}-${s.slice(4, 8).replace(/\d/g, 'b')}-qxzw-jkvp`,
  ],
  'android signing': [
    weak,
    (s) =>
      `signingConfigs {\n  release {\n    storePassword "${s}"\n    keyAlias "upload"\n    keyPassword "${s}"\n  }\n}`,
  ],
  'mapbox netrc': [token, (s) => `machine api.corp.internal login mapbox password ${s}\n`],
  'google-services': [urlSafe, (s) => `"api_key": [{"current_key": "AIza${s.slice(0, 35)}"}]`],
  'firebase service account': [
    hex64,
    (s) =>
      `{"type":"service_account","private_key_id":"${s.slice(0, 40)}","x":1}`.replace(
        'private_key_id',
        'client_secret',
      ),
  ],
  mattermost: [
    strong,
    (s) =>
      `"SqlSettings": {"DataSource": "postgres://mm:${encodeURIComponent(s)}@db/mattermost?sslmode=disable"}`,
  ],
  'keepass in csv': [
    strong,
    (s) => `"Account","Login Name","Password","Web Site"\n"corp vpn","ada","${s}","https://vpn.corp"\n`,
  ],
  'chrome export': [chosen, (s) => `name,url,username,password,note\ncorp,https://intra.corp,ada,${s},\n`],
  'bitwarden export': [
    strong,
    (s) => `{"items":[{"type":1,"name":"corp","login":{"username":"ada","password":"${s}","totp":null}}]}`,
  ],
  'vault policy token file': [urlSafe, (s) => `VAULT_TOKEN=hvs.${s}\n`],
  'lastpass note': [
    strong,
    (s) => `corp vpn [id: 4419]\nUsername: ada\nPassword: ${s}\nURL: https://vpn.corp\n`,
  ],
};
