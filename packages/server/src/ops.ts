import type { FastifyInstance } from 'fastify'

/** What must hold before a process is sent work: each check answers undefined, or says in words what is missing. */
export type Checks = Record<string, () => Promise<string | undefined> | string | undefined>

/**
 * GET /livez: the process turns. GET /readyz: it can work, or 503 and the reasons why not; `warnings` say what is
 * weaker than promised although it works.
 */
export function opsRoutes(app: FastifyInstance, checks: Checks, warnings: string[] = []): void {
  app.get('/livez', async () => ({ live: true }))
  app.get('/readyz', async (_request, reply) => {
    const asked = Object.entries(checks).map(async ([part, check]) => ({ part, trouble: await check() }))
    const reasons = (await Promise.all(asked)).flatMap(({ part, trouble }) =>
      trouble ? [`${part}: ${trouble}`] : [],
    )
    return reply.code(reasons.length > 0 ? 503 : 200).send({ ready: reasons.length === 0, reasons, warnings })
  })
}
