import type { z } from 'zod'
import type { variables } from '../process/env.js'
import type { Log } from '../process/log.js'
import type { Tracing } from './tracing.js'

/** Variables of every process that sends spans. The SDK itself reads further ones. */
export const tracingVariables = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const

type TracingEnv = z.infer<z.ZodObject<Pick<typeof variables, (typeof tracingVariables)[number]>>>

/** Opens tracing as the environment names it. Without OTEL_EXPORTER_OTLP_ENDPOINT, loads nothing and returns undefined. */
export async function openTracing(env: TracingEnv, process: string, log: Log): Promise<Tracing | undefined> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined
  const { startTracing } = await import('./sdk.js')
  return startTracing(env.OTEL_EXPORTER_OTLP_PROTOCOL, process, log)
}
