/** A SHA-256 in base64url. */
const challenge = /^[\w-]{43}$/

export type Pkce = { code_challenge: string; code_challenge_method: string }

/** What is wrong with how an app proves that a code came to it; a public one has nothing else to prove it with. */
export function mistakeInPkce({ code_challenge, code_challenge_method }: Pkce, isPublic: boolean) {
  if (code_challenge === '' && code_challenge_method === '')
    return isPublic ? 'A public app has to send code_challenge, with code_challenge_method=S256.' : undefined
  if (code_challenge_method !== 'S256') return 'code_challenge_method has to be S256.'
  return challenge.test(code_challenge) ? undefined : 'code_challenge has to be a SHA-256 in base64url.'
}
