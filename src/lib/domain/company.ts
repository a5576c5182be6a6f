/** How a shop's company is named and reached, as pages show it. */
export interface Company {
  name: string
  address: string
  email: string
  phone: string
  /** An absolute http(s) address, or empty. */
  logoUrl: string
}
