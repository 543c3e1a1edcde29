import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const run = promisify(execFile)
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']

/** The names of two PEM files. */
export type Certificate = { certificate: string; key: string }

/** Makes a private authority and a certificate of it for these hosts, in a folder that is removed when the test ends. */
export async function makeCertificates(...hosts: string[]): Promise<{ authority: string } & Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-certificates-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const at = (name: string) => join(folder, name)
  const authority = { certificate: at('ca.pem'), key: at('ca-key.pem') }
  const own = { certificate: at('certificate.pem'), key: at('key.pem') }
  await run('openssl', ['req', '-x509', ...newKey, '-subj', '/CN=Own authority', ...asFiles(authority)])
  const names = hosts.map(host => `${/^[\d.]+$/.test(host) ? 'IP' : 'DNS'}:${host}`)
  await writeFile(at('names'), `subjectAltName=${names.join()}`)
  await run('openssl', ['req', ...newKey, '-subj', '/CN=posthorn', '-keyout', own.key, '-out', at('request')])
  const by = [
    '-CA',
    authority.certificate,
    '-CAkey',
    authority.key,
    '-CAcreateserial',
    '-extfile',
    at('names'),
  ]
  await run('openssl', ['x509', '-req', '-days', '2', '-in', at('request'), '-out', own.certificate, ...by])
  return { authority: authority.certificate, ...own }
}

const asFiles = ({ certificate, key }: Certificate) => ['-keyout', key, '-out', certificate]
