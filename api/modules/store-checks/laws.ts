/** Indian laws that the checks name. */

export const ECOMMERCE = 'Consumer Protection (E-Commerce) Rules 2020'
export const METROLOGY = 'Legal Metrology (Packaged Commodities) Rules 2011'
