import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A line to Postgres that can be cut, or fall silent: the connections stay, and nothing comes through any more. */
export async function lineTo(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const target = { host: url.hostname, port: Number(url.port) }
  const open = new Set<Socket>()
  let silent = false
  const server = createServer(socket => {
    open.add(socket.on('error', () => {}))
    if (silent) return
    const onward = connect(target)
    open.add(onward.on('error', () => {}))
    socket.pipe(onward).pipe(socket)
  })
  const listen = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  await listen(0)
  const { port } = server.address() as AddressInfo
  url.hostname = '127.0.0.1'
  url.port = String(port)
  const cut = async () => {
    const closed = once(server.close(), 'close')
    for (const end of open) end.destroy()
    open.clear()
    await closed
  }
  const fallSilent = () => {
    silent = true
    for (const end of open) end.unpipe().pause()
  }
  onTestFinished(async () => void (server.listening && (await cut())))
  return { url: url.toString(), cut, fallSilent, mend: () => listen(port) }
}
