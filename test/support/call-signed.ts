export const hookSecret = 'a secret that GitHub and one webhook have'
export const secretsKey = 'c0ffee'.repeat(10).padEnd(64, '0')

type Named = { id: string; type: string }

/** Sets a secret for a new hook, and calls it without a signature and with a wrong one. Returns the errors. */
export async function callSigned(apiUrl: string, ingressUrl: string, token: string): Promise<string[]> {
  if (token === '') return []
  const headers = { authorization: `Bearer ${token}` }
  const ask = async (path: string, body?: object) => {
    const asked = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
    const answer = await fetch(`${apiUrl}/api/v3${path}`, asked).catch(() => undefined)
    return (await answer?.json().catch(() => undefined)) ?? {}
  }
  const [team] = Object.values<Named>(await ask('/teams/all'))
  const hooks = `/teams/${team?.id}/hooks/incoming`
  const channels = await ask(`/teams/${team?.id}/channels/`)
  const channel = Array.isArray(channels) ? (channels as Named[]).find(({ type }) => type === 'O') : undefined
  const { id, url = '' } = await ask(`${hooks}/create`, { channel_id: channel?.id })
  const secrets = [{ secret: hookSecret }]
  await ask(`${hooks}/signature`, { id, signature: { scheme: 'github', secrets } })
  const refused = [await ask(`${hooks}/signature`, { id, signature: { scheme: 'hmac', secrets } })]
  if (url === '') return []
  const target = `${ingressUrl}${new URL(url, ingressUrl).pathname}`
  const send = async (own: Record<string, string>) =>
    (
      await fetch(target, { method: 'POST', body: '{"text":"x"}', headers: own }).catch(() => undefined)
    )?.text()
  const bodies = [await send({}), await send({ 'x-hub-signature-256': hookSecret })]
  return [...refused.map(one => JSON.stringify(one)), ...bodies.map(text => text ?? '')]
}
