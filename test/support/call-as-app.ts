type Answer = Record<string, string | undefined>

const callback = 'http://127.0.0.1/callback'

/** Registers and authorizes an app, uses its tokens correctly and incorrectly, and returns the secrets it received. */
export async function callAsApp(apiUrl: string, token: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}` }
  const post = async (path: string, body: object | URLSearchParams): Promise<Answer> => {
    const isForm = body instanceof URLSearchParams
    const sent = isForm ? { body } : { body: JSON.stringify(body), headers }
    const answer = await fetch(apiUrl + path, { method: 'POST', ...sent }).catch(() => undefined)
    return (await answer?.json().catch(() => undefined)) ?? {}
  }
  await post('/api/v3/admin/save_config', { ServiceSettings: { EnableOAuthServiceProvider: true } })
  const words = { name: 'App', homepage: callback, callback_urls: [callback] }
  const { id = '', client_secret = '' } = await post('/api/v3/oauth/register', words)
  const asked = { response_type: 'code', client_id: id, redirect_uri: callback, scope: 'read' }
  const { redirect = '' } = await post('/oauth/authorize', asked)
  const code = /code=(\w+)/.exec(redirect)?.[1] ?? ''
  const ask = (form: Record<string, string>, secret = client_secret) =>
    post('/oauth/access_token', new URLSearchParams({ client_id: id, client_secret: secret, ...form }))
  const exchange = { grant_type: 'authorization_code', code, redirect_uri: callback }
  const { access_token = '', refresh_token = '' } = await ask(exchange)
  for (const form of [exchange, { grant_type: 'refresh_token', refresh_token }, { grant_type: code }]) {
    await ask(form)
    await ask(form, access_token)
  }
  await fetch(`${apiUrl}/api/v3/users/me?access_token=${access_token}`).catch(() => undefined)
  return { client_secret, code, access_token, refresh_token }
}
