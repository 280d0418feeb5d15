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
} from '../unseen/made.ts';

/** What programs say of themselves when they start, make an account or a token. */
export const PRINTED: Readonly<Record<string, Way>> = {
  'mysql temporary': [
    strong,
    (s) => `[Note] [MY-010454] [Server] A temporary password is generated for root@localhost: ${s}`,
  ],
  'mysql docker': [urlSafe, (s) => `[Entrypoint]: GENERATED ROOT PASSWORD: ${s}`],
  'jenkins initial': [
    hex32,
    (s) =>
      `Please use the following password to proceed to installation:\n\n${s}\n\nThis may also be found at: /var/jenkins_home/secrets/initialAdminPassword`,
  ],
  'elastic start': [
    token,
    (s) =>
      `✅ Password for the elastic user (reset with \`bin/elasticsearch-reset-password -u elastic\`):\n  ${s.slice(0, 20)}\n`,
  ],
  'elastic enrolment': [
    urlSafe,
    (s) =>
      `ℹ️  Configure Kibana to use this cluster:\n• Copy the following enrollment token and paste it into Kibana (valid for the next 30 minutes):\n  ${base64(`{"ver":"8.14.0","adr":["10.0.0.1:9200"],"key":"${s}"}`)}\n`,
  ],
  keycloak: [
    strong,
    (s) => `KC-SERVICES0077: Created temporary admin user with username temp-admin and password ${s}`,
  ],
  minio: [strong, (s) => `RootUser: minioadm\nRootPass: ${s}\n`],
  'grafana reset': [strong, (s) => `INFO[11-18] Admin password changed successfully ✔ new=${s}`],
  'jupyter url': [
    hex64,
    (s) => `    To access the server, open:\n        http://127.0.0.1:8888/lab?token=${s.slice(0, 48)}`,
  ],
  'code-server': [
    hex32,
    (s) => `[info]   - Authentication is enabled\n[info]     - Using password from config: ${s.slice(0, 24)}`,
  ],
  'vault init': [key44, (s) => `Unseal Key 1: ${s}\nUnseal Key 2: x\n`],
  'vault init root': [urlSafe, (s) => `Initial Root Token: hvs.${s.slice(0, 24)}`],
  'vault dev': [urlSafe, (s) => `Unseal Key: abc=\nRoot Token: hvs.${s.slice(0, 24)}\n`],
  'consul bootstrap': [
    guid,
    (s) =>
      `AccessorID:       2b778dd9-f5f1-6f29-b4b4-9a5fa948757a\nSecretID:         ${s}\nDescription:      Bootstrap Token`,
  ],
  'nomad bootstrap': [
    guid,
    (s) =>
      `Accessor ID  = 2b778dd9-f5f1-6f29-b4b4-9a5fa948757a\nSecret ID    = ${s}\nName         = Bootstrap Token`,
  ],
  rancher: [phrase, (s) => `Bootstrap Password: ${s}`],
  'gitlab root': [
    key44,
    (s) => `# WARNING: This value is valid only in the following conditions\nPassword: ${s}\n`,
  ],
  nexus: [guid, (s) => `Your admin user password is located in admin.password: ${s}`],
  sonatype: [guid, (s) => `Generated admin password: ${s}`],
  portainer: [urlSafe, (s) => `Use the following generated password for user admin: ${s.slice(0, 20)}`],
  pihole: [shortToken, (s) => `[i] Web Interface password: ${s.slice(0, 8)}`],
  'openvpn-as': [
    token,
    (s) => `To login please use the "openvpn" account with "${s.slice(0, 12)}" password.`,
  ],
  meilisearch: [
    urlSafe,
    (s) =>
      `We generated a new secure master key for you (you can safely use this token):\n\n>> --master-key ${s} <<\n`,
  ],
  typesense: [token, (s) => `I20261118 typesense-server: Bootstrap api key: ${s}`],
  neo4j: [strong, (s) => `Changed password for user 'neo4j'. IMPORTANT: new initial password '${s}'`],
  couchdb: [hex32, (s) => `{"couchdb_auth_token":"${s}","ok":true}`],
  'influx setup': [
    urlSafe,
    (s) => `ID\t\t\tDescription\tToken\t\t\t\t\tUser Name\n08a1\t\tadmin's Token\t${s}==\tadmin`,
  ],
  'argo workflows': [urlSafe, (s) => `Bearer v2:${s}`],
  'kubeadm init': [
    token,
    (s) =>
      `kubeadm join 10.0.0.1:6443 --token ${s.toLowerCase().slice(0, 6)}.${s.toLowerCase().slice(6, 22)} \\\n\t--discovery-token-ca-cert-hash sha256:0f`,
  ],
  'kubeadm cert key': [hex64, (s) => `[upload-certs] Using certificate key:\n${s}\n`],
  'swarm init': [
    token,
    (s) =>
      `    docker swarm join --token SWMTKN-1-${s.toLowerCase()}${s.toLowerCase().slice(0, 18)}-${s.toLowerCase().slice(0, 25)} 192.168.99.100:2377`,
  ],
  'npm token': [
    guid,
    (s) =>
      `┌────────────────┬──────────────────────────────────────┐\n│ token          │ npm_${s.replaceAll('-', '')}abcd │\n├────────────────┼──────────────────────────────────────┤`,
  ],
  'aws create key': [
    key44,
    (s) =>
      `{\n    "AccessKey": {\n        "UserName": "ci",\n        "Status": "Active",\n        "SecretAccessKey": "${s.slice(0, 40)}"\n    }\n}`,
  ],
  'aws text': [
    key44,
    (s) => `ACCESSKEY\tAKIAZZZZZZZZZZZZZZZZ\t2026-11-18T10:00:00+00:00\t${s.slice(0, 40)}\tActive\tci`,
  ],
  sts: [key44, (s) => `"SecretAccessKey": "${s.slice(0, 40)}",\n"SessionToken": "IQoJb3JpZ2luX2VjE${s}${s}"`],
  'az sp': [
    urlSafe,
    (s) =>
      `{\n  "appId": "00000000-0000-0000-0000-000000000000",\n  "displayName": "ci",\n  "password": "${s}",\n  "tenant": "x"\n}`,
  ],
  'az table': [
    urlSafe,
    (s) =>
      `AppId      DisplayName    Password                                  Tenant\n---------  -------------  ----------------------------------------  ------\n00000000   ci             ${s}  corp\n`,
  ],
  'gcloud hmac': [key44, (s) => `metadata:\n  accessId: GOOG1E\nsecret: ${s.slice(0, 40)}\n`],
  'heroku pg': [hex64, (s) => `   postgres://u8k:p${s}@ec2-1-2-3-4.compute-1.amazonaws.com:5432/d1\n`],
  supabase: [token, (s) => `      JWT secret: ${s}-${s}\n        anon key: eyJh\n`],
  'stripe listen': [token, (s) => `> Ready! Your webhook signing secret is whsec_${s} (^C to quit)`],
  'laravel key': [key44, (s) => `base64:${s}\n`.replace(/^/, 'APP_KEY=')],
  symfony: [hex32, (s) => `   Secret            ${s}\n`],
  'passport install': [
    token,
    (s) => `Password grant client created successfully.\nClient ID: 2\nClient secret: ${s}${s.slice(0, 8)}`,
  ],
  doorkeeper: [urlSafe, (s) => `UID: abc\nSecret: ${s}\nRedirect: urn`],
  'drf token': [hex64, (s) => `Generated token ${s.slice(0, 40)} for user ada`],
  mastodon: [hex32, (s) => `OK\nNew password: ${s}`],
  'nextcloud app password': [
    shortToken,
    (s) => `app password:\n${s.slice(0, 5)}-${s.slice(5, 10)}-${s.slice(10, 15)}-${s.slice(15, 20)}-a1b2c`,
  ],
  'wp application password': [
    token,
    (s) => `Success: Created application password.\nPassword: ${s.slice(0, 24)}`,
  ],
  'htpasswd out': [strong, (s) => `admin:$2y$05$${s.replace(/\W/g, 'a').repeat(6).slice(0, 53)}`],
  'mkpasswd out': [strong, (s) => `$6$rounds=5000$saltsalt$${s.replace(/\W/g, 'a').repeat(8).slice(0, 86)}`],
  'wg genkey': [key44, (s) => `$ wg genkey | tee privatekey\n${s}\n`],
  'django shell': [strong, (s) => `>>> settings.DATABASES['default']['PASSWORD']\n'${s}'`],
  'rails console': [strong, (s) => `irb> ENV["DB_PASSWORD"]\n=> "${s}"`],
  'node repl': [token, (s) => `> process.env.API_TOKEN\n'${s}'`],
  'mysql vertical': [
    strong,
    (s) =>
      `*************************** 1. row ***************************\n      id: 1\nusername: app\npassword: ${s}\n`,
  ],
  'psql row': [token, (s) => ` id | name | api_token\n----+------+-----------\n  1 | app  | ${s}\n(1 row)`],
  'psql expanded': [token, (s) => `-[ RECORD 1 ]----------\nid        | 1\napi_token | ${s}\n`],
  'sqlite line': [token, (s) => `       id = 1\napi_token = ${s}\n`],
  'redis get': [token, (s) => `127.0.0.1:6379> GET service:token\n"${s}"`],
  'redis hgetall': [strong, (s) => `1) "user"\n2) "app"\n3) "password"\n4) "${s}"`],
  'mongo find': [strong, (s) => `{ _id: 1, user: 'app', passwordPlain: '${s}' }`],
  etcd: [strong, (s) => `/app/db/password\n${s}\n`],
  'set -x trace': [token, (s) => `+ curl -H 'Authorization: token ${s}' https://api.corp`],
  'ansible debug': [strong, (s) => `ok: [web1] => {\n    "db_password": "${s}"\n}`],
  'terraform plan': [strong, (s) => `  ~ password = "${s}" -> "x"`],
  'terraform output': [strong, (s) => `db_password = "${s}"\nregion = "eu"\n`],
  'docker inspect': [
    chosen,
    (s) =>
      `            "Env": [\n                "POSTGRES_PASSWORD=${s}",\n                "PATH=/usr/bin"\n            ]`,
  ],
  'docker history': [token, (s) => `<missing>  2 weeks ago  |1 NPM_TOKEN=${s} /bin/sh -c npm ci  120MB`],
  'ps aux': [chosen, (s) => `root  812  0.0  0.1 mysqld_safe --user=mysql --password=${s}`],
  'kubectl describe env': [
    strong,
    (s) => `    Environment:\n      DB_USER:      app\n      DB_PASSWORD:  ${s}\n`,
  ],
  'kubectl secret yaml': [strong, (s) => `apiVersion: v1\nkind: Secret\ndata:\n  dbpass: ${base64(s)}\n`],
  'kubectl secret stringData': [strong, (s) => `kind: Secret\nstringData:\n  config: ${s}\n`],
  'helm values out': [strong, (s) => `USER-SUPPLIED VALUES:\nauth:\n  rootPassword: ${s}\n`],
  phpinfo: [strong, (s) => `$_ENV['DB_PASSWORD'] => ${s}\n`],
  werkzeug: [shortToken, (s) => ` * Debugger is active!\n * Debugger PIN: 123-456-789\n * secret: ${s}`],
  'spring boot': [guid, (s) => `Using generated security password: ${s}`],
  'activemq log': [strong, (s) => `DEBUG connecting with {username=app, password=${s}, ssl=true}`],
  'log kv': [strong, (s) => `level=info msg="connecting" user=app password=${s} host=db`],
  'log json': [token, (s) => `{"level":"debug","msg":"auth","headers":{"x-auth-token":"${s}"}}`],
  'log url': [strong, (s) => `connecting to amqp://app:${encodeURIComponent(s)}@mq:5672/%2f`],
  'cookie jar': [token, (s) => `#HttpOnly_app.corp\tFALSE\t/\tTRUE\t1799999999\tsid\t${s}\n`],
  'set-cookie': [token, (s) => `< set-cookie: connect.sid=s%3A${s}.x; Path=/; HttpOnly`],
  graphql: [token, (s) => `{"data":{"login":{"accessToken":"${s}","user":{"id":1}}}}`],
  'oauth answer': [urlSafe, (s) => `{"access_token":"ya${s}","token_type":"Bearer","expires_in":3599}`],
  'device code': [urlSafe, (s) => `{"refresh_token": "1//${s}", "scope": "openid"}`],
  'totp secret': [
    shortToken,
    (s) => `otpauth://totp/corp:ada?secret=${s.toUpperCase().replace(/[01489]/g, 'A')}AAAA&issuer=corp`,
  ],
  'backup code': [
    hex32,
    (s) =>
      `Your emergency kit secret key: A3-${s.toUpperCase().slice(0, 6)}-${s.toUpperCase().slice(6, 12)}-${s.toUpperCase().slice(12, 17)}-XKCDQ`,
  ],
  'seed phrase': [
    () => 'maple harbor velvet copper lantern orchid falcon granite pepper willow saddle thunder',
    (s) => `Mnemonic: ${s}`,
  ],
};
