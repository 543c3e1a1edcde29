import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { pickVariables, readEnv, serverVariables, tracingVariables, variables } from '@posthorn/server'
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
    'FILES_DIR',
    'FILE_LIMIT',
    'FILES_LIMIT',
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

/** Returns the folder with the files of posts. */
export const filesDirOf = ({ FILES_DIR, DATA_DIR }: Pick<Env, 'FILES_DIR' | 'DATA_DIR'>): string =>
  FILES_DIR ?? join(DATA_DIR, 'files')

/** @throws EnvMistakes with all mistakes */
export const readStandaloneEnv = (): Env => readEnv(shape)

/** What `npm run backup` and `npm run restore` read in addition. */
const ofBackups = {
  BACKUP_KEY: z.string().optional(),
}

/** @throws EnvMistakes with all mistakes */
export const readBackupEnv = () => readEnv({ ...shape, ...ofBackups })
