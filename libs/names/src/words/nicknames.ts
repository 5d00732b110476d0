/** Each line has a name and its nicknames. */
const lines = `
theodore ted teddy|william bill billy will willy|robert bob bobby rob|richard dick rick richie|james jim jimmy|john jack johnny|joseph joe joey
thomas tom tommy|charles charlie chuck|michael mike mick|mikhail misha|edward ed eddie ned ted|anthony tony|antonio tony tono|alexander alex sasha
alejandro alex ale jano|benjamin ben benny|daniel dan danny|david dave|samuel sam|stephen steven steve|matthew matt|nicholas nick|peter pete
andrew andy|christopher chris|gregory greg|henry harry hank|lawrence laurence larry|francis frank|francisco paco pancho kiko|jose pepe pepito chepe
ignacio nacho|enrique quique kike|guadalupe lupe|dolores lola|concepcion concha conchita|manuel manolo manny|jesus chucho chuy|rosario charo
alberto beto|roberto beto tito|eduardo lalo edu|gerardo lalo|rafael rafa|luis lucho|guillermo memo guille willy|fernando nando|patricia paty patty pat
elizabeth liz beth betty lisa|katherine catherine kate katie kathy|margaret maggie peggy meg|teresa tere|rebecca becky|barbara barb|barack barry
victoria vicky|vladimir vova volodya|dmitry dima|sergey sergei seryozha|nikolai kolya|ivan vanya|yevgeny evgeny zhenya|anastasia nastya
ekaterina katya|tatiana tanya|natalia natasha|mohammad muhammad mohammed mohamed mohd md|ronald ron ronnie|donald don donny|kenneth ken kenny
timothy tim|philip phil|raymond ray|frederick fred freddy|walter walt|leonard leo len|gerald jerry gerry|jeffrey jeff|joshua josh|jonathan jon
nathaniel nate|zachary zach|albert al bert|arthur art|bernard bernie|douglas doug|ernest ernie|eugene gene|susan sue susie`;

const groupsOf = new Map<string, string[][]>();
for (const line of lines.trim().split(/[|\n]/)) {
  const group = line.split(' ');
  for (const name of group) groupsOf.set(name, [...(groupsOf.get(name) ?? []), group]);
}

export function isNicknameOf(one: string, other: string): boolean {
  return groupsOf.get(one)?.some((group) => group.includes(other)) === true;
}

/** All nicknames of the name, and the name itself. */
export function nicknamesOf(name: string): string[] {
  return groupsOf.get(name)?.flat() ?? [];
}
