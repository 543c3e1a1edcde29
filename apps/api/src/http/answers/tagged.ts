/** An answer with the parts of its ETag. A client that sends the ETag back gets a 304. */
export class Tagged<Answer> {
  constructor(
    readonly parts: (string | number)[],
    readonly answer: Answer,
  ) {}
}

export function tagged<Answer>(parts: (string | number)[], answer: Answer): Tagged<Answer> {
  return new Tagged(parts, answer)
}
