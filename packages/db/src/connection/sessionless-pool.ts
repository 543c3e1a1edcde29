import pg from 'pg'

/**
 * A pool for a pooler in transaction mode, where the next statement may use another session. Statements have no names, and
 * their timeout is set in a transaction of their own. The pooler itself ends transactions that wait too long.
 */
export class SessionlessPool extends pg.Pool {
  constructor(
    settings: pg.PoolConfig,
    readonly statementTimeoutMs?: number,
  ) {
    super(settings)
    const query = this.query.bind(this)
    const unnamed = (text: string | pg.QueryConfig, values?: unknown[]) => query(withoutName(text), values)
    const timed = (text: string | pg.QueryConfig, values?: unknown[]) =>
      this.queryInTime(withoutName(text), values)
    this.query = (statementTimeoutMs === undefined ? unnamed : timed) as typeof this.query
  }

  private async queryInTime(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const connection = await this.connect()
    try {
      await connection.query(`BEGIN; SET LOCAL statement_timeout = ${this.statementTimeoutMs}`)
      const result = await connection.query(config, values)
      await connection.query('COMMIT')
      connection.release()
      return result
    } catch (error) {
      const isRolledBack = await connection.query('ROLLBACK').then(
        () => true,
        () => false,
      )
      connection.release(!isRolledBack)
      throw error
    }
  }
}

function withoutName(text: string | pg.QueryConfig): pg.QueryConfig {
  if (typeof text === 'string') return { text }
  const { name, ...rest } = text
  return rest
}
