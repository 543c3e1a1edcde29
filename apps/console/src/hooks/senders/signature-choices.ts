import { type HookObject, type SignatureScheme, signatureLimits, signatureSchemes } from '@posthorn/contract'

/** How another secret is added. */
export type Adding = 'nothing' | 'generate' | 'enter'

/** What the dialog edits. `kept`: when the secrets that stay were set. */
export type SignatureChoices = {
  scheme: SignatureScheme
  header: string
  timestampHeader: string
  required: boolean
  kept: number[]
  adding: Adding
  secret: string
}

export function schemeNamed(name: string): (typeof signatureSchemes)[number] {
  return signatureSchemes.find(scheme => scheme.name === name) ?? signatureSchemes[0]
}

/** The formats whose senders sign by a scheme of another name. */
const schemesOfFormats: Record<string, SignatureScheme> = {
  gitea: 'github',
  bitbucket: 'github',
  bitbucketserver: 'github',
  jira: 'github',
}

/** The present values, or those for a sender that does not sign yet. */
export function initialChoices({ signature, format }: HookObject): SignatureChoices {
  const { name } = schemeNamed(signature?.scheme ?? schemesOfFormats[format] ?? format)
  const kept = signature?.secrets.map(({ set_at }) => set_at) ?? []
  return {
    scheme: name,
    header: signature?.header ?? '',
    timestampHeader: signature?.timestamp_header ?? '',
    required: signature?.required ?? true,
    kept,
    adding: kept.length > 0 ? 'nothing' : usualAdding(name),
    secret: '',
  }
}

/** Most senders take a secret. Some make it themselves. */
export function usualAdding(scheme: SignatureScheme): Adding {
  return schemeNamed(scheme).secretBy === 'sender' ? 'enter' : 'generate'
}

export function isComplete({ scheme, header, kept, adding, secret }: SignatureChoices): boolean {
  if (scheme === 'hmac' && header.trim() === '') return false
  if (adding === 'enter') return secret.trim().length >= signatureLimits.leastSecretChars
  return adding === 'generate' || kept.length > 0
}

/** The body of the call. A new secret comes first. The tolerance stays as it is. */
export function signatureOf(choices: SignatureChoices, { signature }: HookObject) {
  const { scheme, header, timestampHeader, required, kept, adding, secret } = choices
  const added = adding === 'enter' ? [{ secret: secret.trim() }] : [{ generate: true as const }]
  return {
    scheme,
    header: scheme === 'hmac' || scheme === 'grafana' ? header.trim() : '',
    timestamp_header: scheme === 'grafana' ? timestampHeader.trim() : '',
    tolerance_s: signature?.tolerance_s,
    required,
    secrets: [...(adding === 'nothing' ? [] : added), ...kept.map(set_at => ({ set_at }))],
  }
}
