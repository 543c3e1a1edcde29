/**
 * Returns a function that names a statement by its text, so that Postgres parses it once per connection. Only the first `most`
 * texts get a name, because Postgres keeps each named statement. The name of others is empty: they stay unnamed.
 */
export function statementNames(prefix: string, most: number): (sql: string) => string {
  const names = new Map<string, string>()
  return sql => {
    const name = names.get(sql) ?? (names.size < most ? `${prefix}${names.size}` : '')
    if (name !== '') names.set(sql, name)
    return name
  }
}
