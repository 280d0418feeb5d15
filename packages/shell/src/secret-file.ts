/** Files that hold secrets by trade: what a tool read from them is dropped whole, not searched. */
const IGNORED = [
  /^\.env(?:\..+)?$/,
  /^.+\.env$/,
  /^\.envrc$/,
  /.\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|p8|ovpn|tfstate|tfvars|mobileprovision)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?:_sk)?(?:[-_.].+)?$/,
  /^\.?(?:netrc|_netrc|pgpass|npmrc|pypirc|htpasswd|shadow|gshadow|git-credentials|dockercfg|boto|s3cfg|my\.cnf|vault-token|vault_pass)$/,
  /^(?:service[-_]?account|client_secret|google-credentials)[\w.-]*\.json$/,
  /^(?:credentials|secrets?)(?:\.(?:json|ya?ml|toml|ini|env|txt))?$/,
  /^application_default_credentials\.json$/,
  /^auth\.json$/,
];
/** Samples are meant to be read. */
const SAMPLE = /\.(?:example|sample|template|dist|defaults?|pub)$/;
const IGNORED_FOLDERS = [
  /(?:^|\/)\.ssh\/(?!(?:config|known_hosts|authorized_keys)$)[^/]+$/,
  /(?:^|\/)\.aws\/credentials$/,
  /(?:^|\/)\.gnupg\//,
  /(?:^|\/)\.kube\/config$/,
  /(?:^|\/)\.docker\/config\.json$/,
  /(?:^|\/)\.config\/gh\/hosts\.yml$/,
];

/** Whether the contents of this file must not be captured. Takes POSIX and Windows paths. */
export function ignoredPath(path: string): boolean {
  const posix = path.replaceAll('\\', '/').toLowerCase();
  const name = posix.slice(posix.lastIndexOf('/') + 1);
  if (SAMPLE.test(name)) return false;
  return IGNORED.some((shape) => shape.test(name)) || IGNORED_FOLDERS.some((shape) => shape.test(posix));
}
