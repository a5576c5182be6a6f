/** Why a picture is not answered: 404 for none here, 502 when its source fails, 503 when too many are waiting. */
export class ImageError extends Error {
  override name = 'ImageError'
  readonly status: 404 | 502 | 503

  constructor(status: 404 | 502 | 503, message: string) {
    super(message)
    this.status = status
  }
}
