/** The colours of one book. The first ribbon colour is gold. */
export interface Pigments {
  name: string;
  vellum: string;
  ink: string;
  fields: readonly [string, string, string];
  ribbons: readonly [string, string, string, string, string];
}

export const palettes: readonly Pigments[] = [
  {
    name: 'Kells',
    vellum: '#EFE0BD',
    ink: '#2B1510',
    fields: ['#3A1040', '#0E4A4A', '#7A1A22'],
    ribbons: ['#F0B63A', '#E9573F', '#4FB6A5', '#F4E7C8', '#C77BD8'],
  },
  {
    name: 'Durrow',
    vellum: '#F0E3C0',
    ink: '#1C1A12',
    fields: ['#123A2A', '#1B1A14', '#6E1A16'],
    ribbons: ['#F2BE2E', '#D93A2B', '#57A65B', '#F6ECD2', '#E8842C'],
  },
  {
    name: 'Lindisfarne',
    vellum: '#EFE5CC',
    ink: '#1A1730',
    fields: ['#1A2358', '#4A1450', '#0F3F52'],
    ribbons: ['#F3C34B', '#F07A62', '#6DB7E8', '#F6EBD3', '#B79CF0'],
  },
  {
    name: 'Iona',
    vellum: '#0E2A2B',
    ink: '#04120F',
    fields: ['#06191A', '#0B2F3B', '#2B0F1E'],
    ribbons: ['#E9B949', '#2FB0A0', '#F2E8CF', '#E2633F', '#9BD2A5'],
  },
  {
    name: 'Ardagh',
    vellum: '#1C0E12',
    ink: '#080305',
    fields: ['#0D0507', '#350B18', '#12213B'],
    ribbons: ['#F0C453', '#D8973A', '#F7E6B5', '#D2344A', '#5C9BE0'],
  },
  {
    name: 'Book of Frost',
    vellum: '#E7EEF0',
    ink: '#0E2236',
    fields: ['#0F2C4A', '#14496B', '#2B1C55'],
    ribbons: ['#F3F8FA', '#7CC4EE', '#F2B84B', '#4A86D8', '#F08FA6'],
  },
];
