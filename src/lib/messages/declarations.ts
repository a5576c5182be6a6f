/** Labels of the legal disclosures in India. */
export const declarationMessages = {
  maker: 'Manufacturer',
  marketer: 'Marketed by',
  packer: 'Packed by',
  importer: 'Imported by',
  country: 'Country of origin',
  care: 'Customer care',
  officer: 'Grievance officer',
  registration: 'Registration',
  gstin: 'GSTIN',
}
