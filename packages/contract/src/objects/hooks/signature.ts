import { z } from 'zod'

/**
 * The schemes by which senders sign their calls, each with its senders and where they have the secret. `secretBy`: whether the
 * sender makes the secret, or takes one that it is given.
 */
export const signatureSchemes = [
  {
    name: 'github',
    title: 'GitHub, Gitea, Forgejo, Bitbucket, Jira',
    secretBy: 'receiver',
    where: 'In the repository: Settings > Webhooks > Secret. Jira: System > Webhooks > Secret.',
  },
  {
    name: 'gitlab',
    title: 'GitLab',
    secretBy: 'receiver',
    where:
      'Settings > Webhooks > Secret token. If you let GitLab generate a signing token (whsec_…) instead, paste it here.',
  },
  {
    name: 'grafana',
    title: 'Grafana',
    secretBy: 'receiver',
    where: 'Alerting > Contact points > Webhook > Optional settings > HMAC Signature > Secret.',
  },
  {
    name: 'stripe',
    title: 'Stripe',
    secretBy: 'sender',
    where: 'Workbench > Webhooks > your endpoint > Signing secret (whsec_…). Copy it from there.',
  },
  {
    name: 'slack',
    title: 'Slack',
    secretBy: 'sender',
    where: 'Your app > Basic Information > App Credentials > Signing Secret. Copy it from there.',
  },
  {
    name: 'pagerduty',
    title: 'PagerDuty',
    secretBy: 'sender',
    where: 'Integrations > Generic Webhooks (v3) > New Webhook shows the secret once. Copy it from there.',
  },
  {
    name: 'sentry',
    title: 'Sentry',
    secretBy: 'sender',
    where: 'Settings > Developer Settings > your integration > Client Secret. Copy it from there.',
  },
  {
    name: 'standard',
    title: 'Standard Webhooks',
    secretBy: 'sender',
    where: 'The signing secret (whsec_…) of the sender’s endpoint. Copy it from there.',
  },
  {
    name: 'hmac',
    title: 'HMAC-SHA256 in another header',
    secretBy: 'receiver',
    where: 'The sender’s field for a secret or signing key.',
  },
] as const

export type SignatureScheme = (typeof signatureSchemes)[number]['name']

const names = signatureSchemes.map(({ name }) => name) as [SignatureScheme, ...SignatureScheme[]]

export const SchemeName = z
  .enum(names)
  .describe('How the sender signs: by its own scheme, or an HMAC-SHA256 of the body in a header.')

/** Limits of a signature. */
export const signatureLimits = {
  secrets: 2,
  leastSecretChars: 8,
  secretChars: 256,
  toleranceSeconds: 300,
  maxToleranceSeconds: 86_400,
  headerChars: 100,
} as const

/** How many addresses and ranges a hook can allow. */
export const maxAllowedRanges = 100

/** How a hook's sender signs its calls, without its secrets. */
export const SignatureObject = z
  .object({
    scheme: z.string().describe('One of the schemes of setHookSignature.'),
    header: z.string().describe('The header of the signature, in lower case. Empty for the scheme’s own.'),
    timestamp_header: z.string().describe('Only with Grafana: the header of the signed time, or empty.'),
    tolerance_s: z.number().describe('How many seconds a signed time may be off.'),
    required: z.boolean().describe('Whether calls without a signature are refused, too.'),
    secrets: z
      .array(
        z.object({
          set_at: z.number(),
          secret: z.string().optional().describe('Only in the answer of the call that set it.'),
        }),
      )
      .describe('One or two, so that a secret can be replaced. One matching secret is enough.'),
  })
  .meta({ id: 'HookSignature' })
export type SignatureObject = z.infer<typeof SignatureObject>
