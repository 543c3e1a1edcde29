import { onTestFinished } from 'vitest'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.js'

/** A proxy in front of a server, which ends with the test. */
export async function startProxy(serverUrl: string): Promise<TcpProxy> {
  const proxy = await openTcpProxy(serverUrl)
  onTestFinished(proxy.cut)
  return proxy
}
