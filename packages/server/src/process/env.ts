import { parseRate } from '@posthorn/core'
import { z } from 'zod'

/** Lists everything that `readEnv` found wrong, one line each, without values, which may be passwords. */
export class EnvMistakes extends Error {
  constructor(mistakes: string[]) {
    super(`The environment is invalid:\n${mistakes.map(mistake => `  ${mistake}`).join('\n')}`)
  }
}

/**
 * Reads the process's environment. Call it once. Empty variables count as absent.
 * @param shape `pickVariables(…)`, and the process's own variables
 * @throws EnvMistakes naming every variable that is missing or wrong
 */
export function readEnv<Shape extends z.ZodRawShape>(
  shape: Shape,
  env = process.env,
): z.infer<z.ZodObject<Shape>> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = z.object(shape).safeParse(given)
  if (read.success) return read.data
  throw new EnvMistakes(read.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`))
}

const units: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }

/** A size in bytes as people write it: `1048576`, `512k`, `1m`, `1g`. */
const sizeInBytes = z
  .string()
  .regex(/^\d{1,9}[kmg]?$/i, 'must be a size in bytes, such as 1048576, 512k or 1m')
  .transform(text => Number.parseInt(text, 10) * (units[text.at(-1)?.toLowerCase() ?? ''] ?? 1))

const rate = z.string().transform((text, { addIssue }) => {
  const read = parseRate(text)
  if (read === undefined) addIssue('must be calls/seconds, such as 6000/60, or off')
  return read ?? z.NEVER
})

const onOff = z.enum(['on', 'off'], 'must be on or off').transform(text => text === 'on')

const notAUrl = 'is not a valid URL. Write special characters in a password as %XX'
const isUrl = (text: string) => {
  try {
    return decodeURI(new URL(text).href) !== ''
  } catch {
    return false
  }
}

const isOrigin = (text: string) => {
  const { href, origin } = new URL(text)
  return href.replace(/\/$/, '') === origin
}

/** Those of libpq that never send a password without encryption by accident. */
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full']

const hasGoodSslMode = (text: string) => {
  const { searchParams } = new URL(text)
  const mode = searchParams.get('sslmode')
  if (mode === 'verify-ca' && !searchParams.get('sslrootcert')) return false
  return mode === null || sslModes.includes(mode)
}

/** packages/db reads these parameters. */
const hasGoodParameters = (text: string) => {
  const { searchParams } = new URL(text)
  const limit = Number(searchParams.get('connection_limit') ?? 1)
  const isNumber = Number.isInteger(limit) && limit >= 1 && limit <= 1000
  return isNumber && ['true', 'false'].includes(searchParams.get('pgbouncer') ?? 'false')
}

/** Standard URLs have one host. */
const firstSentinel = (text: string) =>
  text.replace(/^(rediss?)\+sentinel:\/\/([^/?#]*@)?([^,/?#]*)[^/?#]*/, '$1://$2$3')

const port = z.coerce.number('must be a port number').int().min(0).max(65_535)

const connections = (otherwise: number) =>
  z.coerce
    .number('must be a number of connections')
    .int('must be a whole number of connections')
    .min(1, 'must be at least 1')
    .default(otherwise)

/** A key of AES-256. */
const secretsKey = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits, such as from openssl rand -hex 32')
  .transform(text => Buffer.from(text, 'hex'))

export const defaultConnectionLimits = { inAll: 10_000, perAddress: 1000 }

/** Variables that several apps read, each with its rule. */
export const variables = {
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(8065),
  OPS_PORT: port.optional(),
  BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://chat.example.org', abort: true })
    .refine(
      isOrigin,
      'must have no path, query or password, because the console works only at the root of a host',
    )
    .transform(url => new URL(url).origin)
    .optional(),
  DATABASE_URL: z
    .string('is missing. Set it to a URL such as postgresql://user:password@host:5432/posthorn')
    .regex(/^postgres(ql)?:\/\//, {
      error: 'must be a URL such as postgresql://user:password@host:5432/posthorn',
      abort: true,
    })
    .refine(isUrl, { error: notAUrl, abort: true })
    .refine(
      hasGoodParameters,
      'has a wrong parameter: connection_limit must be a number from 1 to 1000, pgbouncer true or false',
    )
    .refine(
      hasGoodSslMode,
      `has a wrong sslmode: it must be ${sslModes.join(', ')}. verify-ca also needs sslrootcert=<file>`,
    ),
  /** The most connections to Postgres that each pool of a process opens. */
  DATABASE_CONNECTIONS: z.coerce
    .number('must be a number of connections')
    .int('must be a whole number of connections')
    .min(1, 'must be at least 1')
    .max(1000, 'must be at most 1000')
    .optional(),
  REDIS_URL: z
    .string('is missing. Set it to a URL such as redis://:password@host:6379')
    .regex(/^rediss?(\+sentinel)?:\/\//, {
      error:
        'must be a URL such as redis://:password@host:6379 or redis+sentinel://:password@host,host/mymaster',
      abort: true,
    })
    .refine(text => isUrl(firstSentinel(text)), notAUrl),
  /** How many replicas of Redis must have a delivery before its sender gets `ok`. */
  REDIS_REPLICAS: z.coerce
    .number('must be a number of replicas')
    .int('must be a whole number of replicas')
    .min(0, 'must be at least 0')
    .max(10, 'must be at most 10')
    .default(0),
  /** Spans go to `v1/traces` below this URL. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as http://collector:4318' })
    .optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'], 'must be http/protobuf or http/json')
    .default('http/protobuf'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  HOOK_RATE: rate.default({ points: 6000, seconds: 60 }),
  API_RATE: rate.default({ points: 600, seconds: 60 }),
  /** Whether new hooks delay their response until the outcome is known. */
  HOOK_CONFIRM: onOff.default(true),
  BODY_LIMIT: sizeInBytes
    .pipe(
      z
        .number()
        .min(1024, 'must be at least 1k')
        .max(3 * 1024 * 1024, 'must be at most 3m'),
    )
    .default(1024 * 1024),
  /** Where the files of posts are stored. Without one, nobody can upload files. */
  FILES_DIR: z.string().optional(),
  /** Where the ingress reaches an api process, which stores the files of hooks' forms. */
  API_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as http://127.0.0.1:8066' })
    .transform(url => url.replace(/\/+$/, ''))
    .optional(),
  /** Instead of FILES_DIR. */
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  /** Absent for S3 itself. */
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://s3.example.org' })
    .optional(),
  S3_PATH_STYLE: onOff.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  FILE_LIMIT: sizeInBytes.pipe(z.number().min(1024, 'must be at least 1k')).default(50 * 1024 ** 2),
  FILES_LIMIT: sizeInBytes.pipe(z.number().min(1024, 'must be at least 1k')).default(10 * 1024 ** 3),
  MAX_CONNECTIONS: connections(defaultConnectionLimits.inAll),
  MAX_CONNECTIONS_PER_ADDRESS: connections(defaultConnectionLimits.perAddress),
  BACKLOG_LIMIT: z.coerce
    .number('must be a number of posts')
    .int('must be a whole number of posts')
    .min(1, 'must be at least 1')
    .default(1_000_000),
  DELIVERY_DAYS: z.coerce
    .number('must be a number of days')
    .int()
    .min(1, 'must be at least 1')
    .max(365, 'must be at most 365')
    .default(7),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,256}$/, 'must be 16 to 256 printable ASCII characters without spaces')
    .optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(5, 'must have at least 5 characters')
    .max(64, 'must have at most 64 characters')
    .optional(),
  /** Encrypts the secrets of hooks. The previous key still decrypts. */
  SECRETS_KEY: secretsKey.optional(),
  SECRETS_KEY_PREVIOUS: secretsKey.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'must be a URL such as smtps://user:password@host:465', abort: true })
    .refine(isUrl, notAUrl)
    .optional(),
  MAIL_FROM: z.email('must be an e-mail address such as posthorn@example.org').optional(),
  TRUST_PROXY: z
    .string()
    .transform(text => (/^\d+$/.test(text) ? Number(text) : text))
    .optional(),
}

/** The variables about files of posts. */
export const fileVariables = [
  ...(['FILES_DIR', 'FILE_LIMIT', 'FILES_LIMIT', 'S3_BUCKET', 'S3_REGION', 'S3_ENDPOINT'] as const),
  ...(['S3_PATH_STYLE', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const),
] as const

export type FilesEnv = z.infer<z.ZodObject<Pick<typeof variables, (typeof fileVariables)[number]>>>

/** Returns the rules of these variables, for `readEnv`. */
export function pickVariables<Name extends keyof typeof variables>(
  ...names: Name[]
): Pick<typeof variables, Name> {
  return Object.fromEntries(names.map(name => [name, variables[name]])) as Pick<typeof variables, Name>
}
