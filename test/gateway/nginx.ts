import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@posthorn/standalone/services'
import { makeCertificates } from '../support/certificates.js'
import { eventually } from '../support/eventually.js'
import type { Unpacked } from '../support/unpack-package.js'

const shipped = fileURLToPath(new URL('../../deploy/nginx', import.meta.url))

/** The services behind the gateway: the URLs of their processes. */
export type Behind = { ingress: string[]; api: string[] }

export type Gateway = Awaited<ReturnType<typeof startGateway>>

/** Reserves the gateway's address, which its services need before it starts. */
export async function gatewayAddress() {
  const port = await freePort()
  return { port, url: `https://localhost:${port}` }
}

/**
 * Starts the distribution's nginx with `deploy/nginx`, TLS and a certificate of its own. Only addresses, names and paths of files
 * differ from the shipped ones.
 * @returns the certificate that clients must trust, what nginx logged, and its end
 */
export async function startGateway(unpacked: Unpacked, { port }: { port: number }, behind: Behind) {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-gateway-'))
  await cp(join(shipped, 'posthorn'), join(folder, 'posthorn'), { recursive: true })
  const authority = await writeOwnFiles(folder, port, behind)
  return runNginx(unpacked, folder, await readFile(authority, 'utf8'))
}

/** Runs nginx with `folder`'s nginx.conf until `close`, which removes the folder. */
export async function runNginx(unpacked: Unpacked, folder: string, ca: string) {
  if ('missing' in unpacked) throw new Error(unpacked.missing)
  const program = join(unpacked.folder, 'usr/sbin/nginx')
  const asRoot = userInfo().uid === 0 ? ' user root;' : ''
  const child = spawn(
    program,
    [
      '-p',
      folder,
      '-c',
      join(folder, 'nginx.conf'),
      '-e',
      join(folder, 'error.log'),
      '-g',
      `daemon off;${asRoot}`,
    ],
    {
      stdio: ['ignore', 'ignore', openSync(join(folder, 'stderr.log'), 'w')],
      env: { ...process.env, LD_LIBRARY_PATH: unpacked.libraries },
    },
  )
  const ended = once(child, 'exit')
  const read = (file: string) => readFile(join(folder, file), 'utf8').catch(() => '')
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const printed = async () => (await read('error.log')) + (await read('stderr.log'))
  await eventually(async () => {
    if (child.exitCode === null && (await read('nginx.pid')) === '') throw new Error('nginx is not listening')
  })
  if (child.exitCode !== null) throw new Error(`nginx did not start: ${await printed()}`)
  return { ca, accessLog: () => read('access.log'), errorLog: printed, close }
}

/** Returns the file of the authority to trust. */
async function writeOwnFiles(folder: string, port: number, behind: Behind): Promise<string> {
  const { key, certificate, authority } = await makeCertificates('localhost', '127.0.0.1')
  await change(join(folder, 'posthorn/listen.conf'), text =>
    text
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace(/^listen \[::\].*\n/m, '')
      .replace('chat.example.org', 'localhost')
      .replace('/etc/ssl/posthorn/fullchain.pem', certificate)
      .replace('/etc/ssl/posthorn/privkey.pem', key)
      .replace('/var/log/nginx/posthorn.log', join(folder, 'access.log')),
  )
  await change(join(folder, 'posthorn/upstreams.conf'), text =>
    text
      .replace(/^ {2}# server .*\n/gm, '')
      .replace(/^ {2}server 127.0.0.1:8065(.*)$/gm, (_, rest) => servers(behind.ingress, rest))
      .replace(/^ {2}server 127.0.0.1:8066(.*)$/gm, (_, rest) => servers(behind.api, rest)),
  )
  await writeFile(join(folder, 'nginx.conf'), mainConfig(folder))
  return authority
}

const servers = (urls: string[], rest: string) =>
  urls.map(url => `  server ${new URL(url).host}${rest}`).join('\n')

async function change(file: string, how: (text: string) => string): Promise<void> {
  const text = await readFile(file, 'utf8')
  await writeFile(file, how(text))
}

/** What a distribution's own nginx.conf has around `conf.d`. */
function mainConfig(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return [
    'worker_processes 2;',
    `pid ${join(folder, 'nginx.pid')};`,
    `error_log ${join(folder, 'error.log')};`,
    'events { worker_connections 2048; }',
    'http {',
    ...temporary.map(name => `${name}_temp_path ${join(folder, name)};`),
    `include ${join(shipped, 'posthorn.conf')};`,
    '}\n',
  ].join('\n')
}
