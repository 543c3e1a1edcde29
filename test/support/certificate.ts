import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Makes a self-signed certificate of a server in `folder`, for these names and addresses. Needs `openssl`. */
export async function makeCertificate(
  folder: string,
  names: string,
): Promise<{ key: string; certificate: string }> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const asked = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const named = ['-subj', '/CN=posthorn', '-addext', `subjectAltName=${names}`, '-days', '2']
  await run('openssl', [...asked, ...named, '-keyout', key, '-out', certificate])
  return { key, certificate }
}
