/** Name and contact details of a shop's company, as pages show them. */
export interface Company {
  name: string
  address: string
  email: string
  phone: string
  /** An absolute http(s) URL, or empty. */
  logoUrl: string
}
