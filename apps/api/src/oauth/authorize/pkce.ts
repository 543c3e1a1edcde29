/** A SHA-256 in base64url. */
const challenge = /^[\w-]{43}$/

export type Pkce = { code_challenge: string; code_challenge_method: string }

/** Returns the mistake in an app's PKCE parameters. A public app has no other proof that a code was issued to it. */
export function mistakeInPkce({ code_challenge, code_challenge_method }: Pkce, isPublic: boolean) {
  if (code_challenge === '' && code_challenge_method === '')
    return isPublic ? 'A public app must send code_challenge with code_challenge_method=S256.' : undefined
  if (code_challenge_method !== 'S256') return 'code_challenge_method must be S256.'
  return challenge.test(code_challenge) ? undefined : 'code_challenge must be a SHA-256 in base64url.'
}
