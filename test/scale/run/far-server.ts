import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Opens a TCP proxy that delays all data, as a long line does. Data on the way does not delay further data.
 * @param roundTripMs both ways together
 */
export async function openFarServer(serverUrl: string, roundTripMs: number) {
  const url = new URL(serverUrl)
  const target = { host: url.hostname, port: Number(url.port) }
  const open = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(target)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from.setNoDelay())
      const later = (work: () => void) => void setTimeout(work, roundTripMs / 2)
      from.on('data', bytes => later(() => to.write(bytes)))
      from.on('error', () => {}) // a close follows
      from.on('close', () => {
        open.delete(from)
        later(() => to.destroy())
      })
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.toString(),
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
