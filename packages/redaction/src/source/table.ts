/**
 * Commands whose trade it is to print a secret. One line for each: the program, then the words that stand among its
 * arguments in this order, then flags that have to be there. `a|b` is either, `*` is any text, `@` is a name
 * that names a secret (`API_KEY`, `db.password`), `%` any name but that of an address, an id or the like, and `#` a test
 * of all arguments by its name in row.ts. A command that is missing is a line more here.
 */
export const SOURCES = `
op read
op item get
op document get
op inject
op signin --raw|-r
op service-account create
op connect token create
vault kv get
vault read
vault unwrap
vault token create
vault token lookup
vault print token
vault operator init
vault operator generate-root
vault write *creds*
vault write *token*
vault write *secret-id*
bao kv get
bao read
aws secretsmanager get-secret-value|batch-get-secret-value|get-random-password
aws ssm get-parameter|get-parameters|get-parameters-by-path|get-parameter-history --with-decryption
aws sts get-session-token|assume-role|assume-role-with-web-identity|assume-role-with-saml|get-federation-token
aws ecr get-login-password|get-authorization-token|get-login
aws ecr-public get-login-password|get-authorization-token
aws configure get @
aws configure export-credentials
aws iam create-access-key|create-service-specific-credential|reset-service-specific-credential
aws kms decrypt|generate-data-key|generate-data-key-pair|generate-random
aws rds generate-db-auth-token
aws dsql generate-db-connect-auth-token|generate-db-connect-admin-auth-token
aws redshift get-cluster-credentials
aws redshift-serverless get-credentials
aws codeartifact get-authorization-token
aws eks get-token
aws sso get-role-credentials
aws cognito-idp initiate-auth|admin-initiate-auth|describe-user-pool-client
aws cognito-identity get-credentials-for-identity
aws apigateway get-api-key|get-api-keys --include-value|--include-values
aws appsync list-api-keys
aws ec2 get-password-data|create-key-pair
aws iot create-keys-and-certificate
aws grafana create-workspace-api-key
aws-vault export|exec --json
saml2aws script
granted credential-process
credstash get|getall
chamber read|export|env
chamber list -e|--expand
aws-okta env
gcloud secrets versions access
gcloud auth print-access-token|print-identity-token|print-refresh-token
gcloud auth application-default print-access-token
gcloud iam service-accounts keys create
gcloud iam service-accounts sign-jwt
gcloud kms decrypt
gcloud alpha services api-keys get-key-string
gcloud services api-keys get-key-string
gcloud config config-helper
gcloud sql generate-login-token
gsutil hmac create
oauth2l fetch|header
az keyvault secret show|download|set
az keyvault key download
az keyvault certificate download
az account get-access-token
az acr credential show|renew
az acr login --expose-token
az ad sp create-for-rbac|reset-credentials
az ad sp credential reset
az ad app credential reset
az storage account keys list|renew
az storage account show-connection-string
az storage account generate-sas
az storage container|blob|share|queue|table generate-sas
az cosmosdb keys list
az cosmosdb list-keys|list-connection-strings
az redis list-keys
az servicebus namespace|queue|topic authorization-rule keys list
az eventhubs namespace|eventhub authorization-rule keys list
az cognitiveservices account keys list
az search admin-key|query-key show|list
az iot hub connection-string show
az iot hub device-identity connection-string show
az signalr key list
az webpubsub key show
az batch account keys list
az maps account keys list
az monitor log-analytics workspace get-shared-keys
az functionapp keys list
az functionapp function keys list
az webapp deployment list-publishing-credentials|list-publishing-profiles
az containerapp secret show
az ml online-endpoint get-credentials
az aks get-credentials -f|--file
doctl auth token
doctl databases connection
doctl databases user get
doctl kubernetes cluster kubeconfig show
doctl registry docker-config
hcloud server reset-password
linode-cli profile token-create
linode-cli lke kubeconfig-view
ibmcloud iam oauth-tokens
ibmcloud iam api-key-create
ibmcloud secrets-manager secret
oci iam auth-token create
oci iam customer-secret-key create
oci secrets secret-bundle get
aliyun sts AssumeRole
aliyun kms GetSecretValue
yc lockbox payload get
yc iam create-token
yc iam key|access-key|api-key create
scw secret version access
scw iam api-key create
exo iam api-key create
pass show|otp
pass #entry
gopass show|cat|otp
passage show
prs show|copy
bw get|export|unlock|login|generate|list
bws secret get|list
rbw get|code|generate
lpass show
keepassxc-cli show|clip|export
enpass-cli show|pass
ph show
ksm secret get|notation
akeyless get-secret-value|get-dynamic-secret-value|get-rotated-secret-value|get-ssh-certificate
conjur variable get
conjurctl role retrieve-key
delinea secret read
dsv secret read
berglas access
doppler secrets get|download
doppler configs tokens create
doppler configure get @
infisical secrets get
infisical export
infisical login --plain
infisical token
phase secrets get|export
dotenvx get|decrypt|keypair
dotenv list
sops -d|--decrypt
sops decrypt
ansible-vault view|decrypt
agenix -d|--decrypt
age -d|--decrypt
rage -d|--decrypt
age-keygen
gpg -d|--decrypt
gpg2 -d|--decrypt
gpg --export-secret-keys|--export-secret-key|--export-secret-subkeys
blackbox_cat
git-crypt export-key
git-secret cat|reveal
ejson decrypt
eyaml decrypt
puppet lookup @
knife data bag show --secret|--secret-file
knife vault show
chef-vault show
teller show|yaml|json|env|export|sh
helm secrets decrypt|view|dec
kubectl get secret|secrets|secret/*|secrets/* #whole
kubectl view-secret
kubectl create token
kubectl config view --raw
oc get secret|secrets|secret/*|secrets/* #whole
oc extract *
oc whoami -t|--show-token
oc sa get-token
oc create token
oc config view --raw
k3s token create
kubeadm token create|generate
kubeadm certs certificate-key
microk8s add-node
microk8s config
k3d kubeconfig get
kind get kubeconfig
argocd admin initial-password
argocd account generate-token
istioctl proxy-config secret
docker swarm join-token|unlock-key
docker-credential-* get
podman secret inspect --showsecret
consul acl token create|read
consul acl bootstrap
consul keygen
consul kv get @
nomad acl token create|self|info
nomad acl bootstrap
nomad var get
nomad operator gossip keyring generate
boundary authenticate
boundary credentials read
etcdctl get @
etcdctl get --print-value-only
terraform state pull
terraform state show @
tofu state pull
pulumi config --show-secrets
pulumi stack output --show-secrets
pulumi stack export --show-secrets
pulumi env open|get
esc open|env
spacectl profile export-token
sst secret list|get
sst secrets list|get
copilot secret show
heroku authorizations:create|authorizations:info
heroku pg:credentials:url
heroku redis:credentials
heroku config -s|--shell|-j|--json
fly|flyctl auth token
fly|flyctl tokens create|attenuate
fly|flyctl postgres|pg create
fly|flyctl redis status|create
railway variables --kv|--json
railway variable list --kv|--json
vercel env pull|ls --plain
vercel env pull /dev/stdout|/dev/stderr|/dev/tty|-
netlify env:list --plain|--json
wrangler secret get
wrangler secrets-store secret get
cloudflared tunnel token
cloudflared access token
supabase projects api-keys
supabase status
supabase gen signing-key
firebase functions:config:get
firebase functions:secrets:access
firebase apphosting:secrets:access
eas env:list --include-sensitive
planetscale password create
pscale password create
pscale service-token create
neonctl connection-string|cs
neon connection-string|cs
turso db tokens create
turso group tokens create
turso auth token
turso auth api-tokens mint
mongocli iam projects apiKeys create
atlas projects apiKeys create
confluent api-key create
snow connection generate-jwt
snowsql --generate-jwt
databricks secrets get-secret
databricks secrets get
databricks auth token
databricks tokens create
databricks auth env
stripe config --list
stripe listen --print-secret
shopify app env show|pull
twilio profiles:create
twilio api:core:keys:create
sfdx force:org:display --verbose
sfdx force:user:password:generate
sf org display --verbose
sf org auth show-access-token
sf org generate password
auth0 apps show -r|--reveal-secrets
auth0 apps create -r|--reveal-secrets
auth0 test token
kcadm get *secret*
step ca token
step crypto key|keypair|jwk
step oauth
headscale preauthkeys create
headscale apikeys create
wg genkey|genpsk|showconf
wg show *key*
netbird setup-key
gh auth token
gh auth status -t|--show-token
gh api *registration-token*
gh api *access_tokens*
gh api *remove-token*
glab auth status -t|--show-token
glab config get @
glab token create|rotate
gitlab-rails runner *token*
buildkite-agent secret get
buildkite-agent oidc request-token
buildkite-agent meta-data get @
travis token
jfrog rt access-token-create
jf atc
jf rt atc
jf access-token-create
npm token create
npm config get @
npm config get *_auth*
npm config list --json
yarn config get @
pnpm config get @
pip config get @
poetry config @
composer config @
nuget config @
dotnet user-secrets list
rails credentials:show|encrypted:show
rails secrets:show
rails secret
rake secret
php artisan key:generate --show
php bin/console secrets:list --reveal
console secrets:list --reveal
symfony console secrets:list --reveal
symfony var:export
wp config get @
wp user application-password create
mix phx.gen.secret
mix guardian.gen.secret
drush config:get @
secret-tool lookup|search
security find-generic-password|find-internet-password -w|-g
security dump-keychain -d
security export
kwallet-query -r|--read-password
keyring get
keyctl print|read|pipe
systemd-creds cat|decrypt
git credential fill
git credential-* get
git config @
git config --get *token*
git config --get *extraheader*
git-credential-manager get
git-credential-osxkeychain get
git-credential-store get
git-credential-libsecret get
printenv @
launchctl getenv @
pwgen
dcli|dashlane-cli password|note|secret|read|otp
terraform output -raw %
terraform output @
tofu output -raw %
tofu output @
terragrunt output -raw %
terragrunt output @
pulumi config get %
pulumi stack output %
heroku config:get %
heroku auth:token
netlify env:get %
convex env get %
eas env:get %
dotenv get %
glab variable get %
glab variable export
oathtool *
ykman oath accounts code
ykman oath code
mkpasswd *
apg *
openssl rand
openssl genrsa|genpkey|ecparam
openssl pkey|rsa|ec|pkcs8|pkcs12 -in
openssl enc -d
diceware *
xkcdpass *
makepasswd *
genpass *
jwt encode|sign
ssh-keygen -y
bitcoin-cli dumpprivkey|dumpwallet|listdescriptors
cast wallet private-key|decrypt-keystore|new|new-mnemonic
solana-keygen recover|new
ethkey inspect --private
claude setup-token
huggingface-cli auth token
hf auth token
prefect config view --show-secrets
airflow connections get|export
airflow variables get
n8n export:credentials
rclone config show|dump
rclone obscure|reveal
restic key
borg key export
s3cmd --dump-config
mc admin user svcacct add|info
mc admin accesskey create|info
mc alias list
redis-cli config get requirepass
redis-cli get @
mysql_config_editor print
influx auth create|list
influx config ls
elasticsearch-create-enrollment-token *
elasticsearch-reset-password *
elasticsearch-setup-passwords *
elasticsearch-keystore show
kibana-keystore show
logstash-keystore show
ngrok config get @
gitpod idp token
coder tokens create
coder login token
nix-store --generate-binary-cache-key
cachix authtoken
juju show-credentials|credentials --show-secrets
juju show-secret --reveal
juju show-credential --show-secrets
snap get @
snapcraft export-login
charmcraft login --export
virsh secret-get-value
nmcli -s|--show-secrets
netsh wlan show key=clear
wpa_passphrase *
defaults read @
reg query @
get-secret -asplaintext
get-secret
get-azkeyvaultsecret
get-azaccesstoken
get-azstorageaccountkey
get-secsecretvalue
get-ssmparameter
get-ssmparametervalue
get-stssessiontoken
use-stsrole
get-storedcredential
get-lapsadpassword
get-automationpscredential
get-automationvariable
convertfrom-securestring -asplaintext
az keys list|renew|show
az connection-string show
az appconfig credential list|regenerate
az staticwebapp secrets list
az grafana service-account token create
az grafana api-key create
az communication list-key
az hostpool retrieve-registration-token
az hdinsight credentials show
az notification-hub authorization-rule list-keys
az ad app|sp credential reset
aws lightsail get-relational-database-master-user-password|get-instance-access-details|download-default-key-pair
aws mwaa create-cli-token|create-web-login-token
aws ivs create-stream-key|get-stream-key
aws sso-oidc create-token
aws emr get-cluster-session-credentials
aws emr-containers get-managed-endpoint-session-credentials
aws s3 presign
aws sts assume-root|get-web-identity-token
aws lambda create-function-url-config
awslocal secretsmanager get-secret-value
awslocal ssm get-parameter|get-parameters --with-decryption
gcloud compute reset-windows-password
gcloud storage hmac create
gcloud redis instances get-auth-string
gcloud container hub|fleet memberships generate-gateway-rbac
gcloud container bare-metal|aws|azure clusters print-access-token
gcloud beta secrets versions access
doctl databases user create|reset
doctl spaces keys create
linode-cli databases *creds-view*
linode-cli object-storage keys-create
vultr-cli database user create|list
scw rdb user create
scw k8s kubeconfig get
civo database credential
civo apikey show
civo kubernetes config
exo dbaas user reveal-password|show
exo dbaas show
openstack token issue
openstack application credential create
openstack ec2 credentials create|list|show
openstack secret get --payload
nova get-password
ceph auth get|get-key|print-key|get-or-create|get-or-create-key|ls|list|export
radosgw-admin user create|info
radosgw-admin key create
garage key create|new|info
b2 key create
b2 application-key|create-key
keeper get|find-password|clipboard-copy
pass-cli item|otp view|get|totp
protonpass item view
kpcli *show*
kpscript *getentrystring*
lpass export
nordpass-cli get|show
himitsu read
passbolt get resource
tss secret get
pwsafe -p
cotp extract|list
totp show|get|now
2fa *
mintotp *
kubeseal --recovery-unseal
kubectl ksd
kubectl modify-secret
kubectl create secret #format
kubectl oidc-login get-token
kubelogin get-token
aws-iam-authenticator token
clusterctl get kubeconfig
vcluster connect --print
talosctl gen secrets|config
talosctl kubeconfig -
kops get secrets
kops get keypairs
istioctl create-remote-secret
tctl tokens|auth|users add|sign|reset
teleport tokens add
kubectl-view_secret *
terraform state show *password*
terraform state show *secret*
terraform state show *key*
tofu state show *password*
tofu state show *secret*
cdktf output --outputs-file-include-sensitive-outputs
terramate output @
conjur-cli variable get
cyberark variable get
sops exec-file
sops -d|--decrypt --extract
ansible-vault decrypt_string
envkey-source
envkey-fetch
dotenv-vault decrypt
stripe keys list
spring decrypt
bundle config get
drush uli|user:login|user-login
drush uli
cf oauth-token
cf ssh-code
cf service-key
credhub get|export|find -n|--name
credhub get
bosh int|interpolate --path
uaac token get|client|owner
uaac context
jf config|c export
geth account export
gopass pwgen
htpasswd -n|-nb|-nbB|-nB|-nbm|-nbs
openssl passwd
openssl rsautl|pkeyutl -decrypt
openssl cms|smime -decrypt
grub-mkpasswd-pbkdf2 *
slappasswd *
doveadm pw
cfssl gencert|genkey|print-defaults
cfssl genkey
puttygen -O private
minisign -G
nk -gen
nsc generate creds
nsc export keys
nebula-cert keygen
zerotier-idtool generate
openvpn --genkey
mullvad account get
nmctl enrollment_key create
firebase login:ci
appcenter tokens create
newrelic apiaccess apiAccessCreateKeys
telegraf secrets get
influx auth|user find|create|password
influx auth list
syncthing cli config gui apikey get
occ config:system:get @
occ config:app:get @
occ user:auth-tokens:add
gitea admin user generate-access-token
forgejo admin user generate-access-token
gitea generate secret
forgejo generate secret
mmctl token generate
hydra create client
hydra token client
ory create oauth2-client
zitadel-tools key2jwt
cockroach auth-session login
atlas dbusers create
tcld apikey create
temporal cloud apikey create
kafka-delegation-tokens --create
rpk cloud auth token
elasticsearch-service-tokens create
kibana-encryption-keys generate
tpm2_unseal *
clevis decrypt
cryptsetup luksDump --dump-volume-key|--dump-master-key
systemd-cryptenroll --recovery-key
systemd-ask-password
zenity --password
kdialog --password
oauth2c *
oidc-token *
gimme-aws-creds *
okta-aws-cli *
aws-sso eval|process
aws2-wrap --export|--process
leapp session generate
yawsso *
kwalletcli *
netlify api createAccessToken
vercel tokens add
vercel token add|create
modal token info
openai api_keys create
nix key generate-secret
nix store generate-binary-cache-key
lxc|incus config trust add
lxc|incus config trust list-tokens
lxc|incus cluster add
lxc|incus storage bucket key create|show
multipass get *passphrase*
mysql_ssl_rsa_setup
samba-tool user getpassword
samba-tool user create-password
wbinfo --domain-info
ldapsearch userPassword
zkcli get @
zkcli.sh get @
jasypt decrypt
jasypt.sh decrypt
get-ec2passworddata
get-azadappcredential
new-azadappcredential
get-adserviceaccountpassword
get-admpwdpassword
get-azvmpassword
get-pnpstoredcredential
get-itempropertyvalue @
gopass show
dokku postgres:info|redis:info|mysql:info|mongo:info
caprover api
k0s token create
k0s kubeconfig admin
rke2 token create
minikube ssh printenv
sentry-cli info --config-status-json
`;

/** They print settings by name and value. Of those only what has the name of a secret is one. */
export const SETTINGS_SOURCES = `
env
printenv
direnv export|dump
heroku config
fly|flyctl config env
railway variables
railway variable list
netlify env:list
vercel env ls
doppler secrets
infisical secrets
phase secrets list
dokku config|config:show|config:export
eb printenv
convex env list
supabase status -o
docker inspect
docker container inspect
podman inspect
docker compose config
docker-compose config
kubectl get pod|pods|deploy|deployment|configmap|cm|statefulset|job #format
kubectl describe pod|pods|deploy|deployment|configmap|cm|pod/*|deployment/*|deploy/*
helm get values|manifest|all
aws lambda get-function|get-function-configuration|list-functions
aws ecs describe-task-definition
aws elasticbeanstalk describe-configuration-settings
aws amplify get-app|get-branch
aws codebuild batch-get-projects
aws ssm get-parameters-by-path|get-parameter|get-parameters
gcloud run services describe
gcloud functions describe
az webapp config appsettings list
az webapp config connection-string list
az functionapp config appsettings list
az containerapp show
az appconfig kv list
terraform show|output
tofu show|output
pulumi config
pulumi stack output
systemctl show
systemctl show-environment
crontab -l
npm config list|ls
ansible-inventory --list|--host
serverless print
terragrunt output
git config -l|--list
pip config list
pm2 env|show|describe
gh variable list
glab variable list
consul kv get
etcdctl get
nomad var list
juju config
snap get
get-childitem
get-item
reg query
wp config list
php artisan env
php artisan about
cf env
lxc config show
incus config show
meltano config
jf config show
jf c show
docker logs
docker compose logs
render env-vars list
flyctl secrets list
kustomize build
helm template
aws amplify list-apps
gh codespace list
vagrant ssh-config
virsh dumpxml
launchctl print
schtasks /query
terraform plan
tofu plan
docker history
ps
systemctl cat
mongocli config describe
atlas config describe
`;
