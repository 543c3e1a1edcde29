import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import {
  fileVariables,
  pickVariables,
  readEnv,
  serverVariables,
  tracingVariables,
  variables,
} from '@posthorn/server'
import { z } from 'zod'

/** One per core, which posts more than one fewer (measured). More than four is left to the operator. */
const workersByDefault = Math.min(4, availableParallelism())

const shape = {
  ...pickVariables(
    ...serverVariables,
    ...tracingVariables,
    'ADMIN_PASSWORD',
    'DATABASE_CONNECTIONS',
    'HOOK_CONFIRM',
    'DELIVERY_DAYS',
    'HOOK_RATE',
    'API_RATE',
    'BODY_LIMIT',
    'BACKLOG_LIMIT',
    'REDIS_REPLICAS',
    'SECRETS_KEY',
    'SECRETS_KEY_PREVIOUS',
    'SMTP_URL',
    'MAIL_FROM',
    ...fileVariables,
  ),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform(folder => resolve(folder)),
  DATABASE_URL: variables.DATABASE_URL.optional(),
  REDIS_URL: variables.REDIS_URL.optional(),
  /** In Redis's notation. Redis itself reads an empty size as no limit. */
  REDIS_MAXMEMORY: z
    .string()
    .regex(/^[1-9]\d{0,3}(mb|gb)$/i, 'wants a size like 512mb or 1gb')
    .optional(),
  WORKERS: z.coerce.number('wants a number of processes').int().min(1).max(64).default(workersByDefault),
  LOG_LEVEL: variables.LOG_LEVEL.removeDefault().default('warn'), // for a person at a terminal
}

export type Env = z.infer<z.ZodObject<typeof shape>>

type FilesPlace = Pick<Env, 'FILES_DIR' | 'DATA_DIR' | 'S3_BUCKET'>

/** Returns the folder with the files of posts, or undefined if they are in a bucket. */
export const filesDirOf = ({ FILES_DIR, DATA_DIR, S3_BUCKET }: FilesPlace): string | undefined =>
  FILES_DIR ?? (S3_BUCKET === undefined ? join(DATA_DIR, 'files') : undefined)

/** @throws EnvMistakes with all mistakes */
export const readStandaloneEnv = (): Env => readEnv(shape)

/** What `npm run backup` and `npm run restore` read in addition. */
const ofBackups = {
  BACKUP_KEY: z.string().optional(),
}

/** @throws EnvMistakes with all mistakes */
export const readBackupEnv = () => readEnv({ ...shape, ...ofBackups })
