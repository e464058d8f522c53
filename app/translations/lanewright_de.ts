<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>CauseText</name>
    <message>
        <source>Fill and drain</source>
        <translation>Füllen und Leeren</translation>
    </message>
    <message>
        <source>What the order makes ranks wait before their first op, between ops and after their last, even if all stages, microbatches and ranks were alike and nothing travelled.</source>
        <translation>Was die Reihenfolge Ranks vor ihrer ersten Op, zwischen Ops und nach ihrer letzten warten lässt, selbst wenn alle Stufen, Microbatches und Ranks gleich wären und nichts unterwegs wäre.</translation>
    </message>
    <message>
        <source>Split B and W</source>
        <translation>B und W trennen</translation>
    </message>
    <message>
        <source>Twice the microbatches</source>
        <translation>Doppelt so viele Microbatches</translation>
    </message>
    <message>
        <source>Two stages per rank</source>
        <translation>Zwei Stufen je Rank</translation>
    </message>
    <message>
        <source>B hands its gradient on at once, and W fills what was a bubble. A backward that was measured in one is split as the plan&apos;s costs split it.</source>
        <translation>B gibt seinen Gradienten sofort weiter, und W füllt, was eine Blase war. Ein Rückwärts, das in einem gemessen wurde, wird geteilt, wie die Kosten des Plans es teilen.</translation>
    </message>
    <message>
        <source>Twice as many microbatches share one fill and drain. The batch grows with them, or each gets smaller; what is said is the time of as many as ran.</source>
        <translation>Doppelt so viele Microbatches teilen sich ein Füllen und Leeren. Der Batch wächst mit ihnen, oder jeder wird kleiner; genannt wird die Zeit für so viele, wie liefen.</translation>
    </message>
    <message>
        <source>Each rank hosts two smaller stages, so that fill and drain take half; twice as many values travel.</source>
        <translation>Jeder Rank trägt zwei kleinere Stufen, so dass Füllen und Leeren die Hälfte brauchen; doppelt so viele Werte sind unterwegs.</translation>
    </message>
    <message>
        <source>memory within the limit</source>
        <translation>Speicher innerhalb der Grenze</translation>
    </message>
    <message>
        <source>memory as it is</source>
        <translation>Speicher wie bisher</translation>
    </message>
    <message>
        <source>memory %1 → %2</source>
        <translation>Speicher %1 → %2</translation>
    </message>
    <message>
        <source>unknown until tried, %1</source>
        <translation>erst nach dem Versuch bekannt, %1</translation>
    </message>
    <message>
        <source>planned: at most %1 shorter, %2</source>
        <translation>geplant: höchstens %1 kürzer, %2</translation>
    </message>
    <message>
        <source>planned: %1 shorter, %2</source>
        <translation>geplant: %1 kürzer, %2</translation>
    </message>
    <message>
        <source>B and W apart</source>
        <translation>B und W getrennt</translation>
    </message>
    <message>
        <source>Activations of the fullest rank: %1 → %2.</source>
        <translation>Aktivierungen des vollsten Ranks: %1 → %2.</translation>
    </message>
    <message>
        <source>For as many microbatches as ran.</source>
        <translation>Für so viele Microbatches, wie liefen.</translation>
    </message>
    <message>
        <source>Stages differ</source>
        <translation>Stufen ungleich</translation>
    </message>
    <message>
        <source>Microbatches differ</source>
        <translation>Microbatches ungleich</translation>
    </message>
    <message>
        <source>A slow rank</source>
        <translation>Langsamer Rank</translation>
    </message>
    <message>
        <source>A slow link</source>
        <translation>Langsame Verbindung</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>Übertragungen</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Jitter</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>Late launches</source>
        <translation>Späte Starts</translation>
    </message>
    <message>
        <source>Outside the pipeline</source>
        <translation>Außerhalb der Pipeline</translation>
    </message>
    <message>
        <source>Stages have unequal work. Cut the model anew.</source>
        <translation>Die Stufen haben ungleich viel Arbeit. Das Modell neu schneiden.</translation>
    </message>
    <message>
        <source>Microbatches are of unequal length. Sort them, or deal them anew between replicas.</source>
        <translation>Die Microbatches sind ungleich lang. Sortieren oder neu auf die Repliken verteilen.</translation>
    </message>
    <message>
        <source>A rank takes longer than its twins. Look at that machine, or give it less to do.</source>
        <translation>Ein Rank braucht länger als seinesgleichen. Diese Maschine ansehen oder ihr weniger geben.</translation>
    </message>
    <message>
        <source>A link takes far longer than the others. Look at it, or place its stages elsewhere.</source>
        <translation>Eine Verbindung braucht viel länger als die anderen. Sie ansehen oder ihre Stufen anderswo ablegen.</translation>
    </message>
    <message>
        <source>Values travel between ranks. An order can hide some of it.</source>
        <translation>Werte wandern zwischen Ranks. Eine Reihenfolge kann etwas davon verdecken.</translation>
    </message>
    <message>
        <source>Another order of the same ops takes less.</source>
        <translation>Eine andere Reihenfolge derselben Ops braucht weniger.</translation>
    </message>
    <message>
        <source>The same op takes longer at one time than at another. Look for what else runs there.</source>
        <translation>Dieselbe Op dauert einmal länger als ein andermal. Nachsehen, was dort sonst noch läuft.</translation>
    </message>
    <message>
        <source>Ranks shared cores: the times hold waits for a core, and nothing is advised.</source>
        <translation>Ranks teilten sich Kerne: Die Zeiten enthalten das Warten auf einen Kern, und nichts wird geraten.</translation>
    </message>
    <message>
        <source>Ops start late, though all that they need is there: their thread did something else. Larger ops help, and a machine that runs nothing else.</source>
        <translation>Ops beginnen spät, obwohl alles da ist, was sie brauchen: Ihr Thread tat etwas anderes. Größere Ops helfen, und ein Rechner, auf dem sonst nichts läuft.</translation>
    </message>
    <message>
        <source>Ops start late, though all that they need is there: the host is too slow. Larger ops, CUDA graphs and less Python help.</source>
        <translation>Ops beginnen spät, obwohl alles da ist, was sie brauchen: Der Host ist zu langsam. Größere Ops, CUDA-Graphen und weniger Python helfen.</translation>
    </message>
    <message>
        <source>Collectives, the optimizer and work of the host. Overlap it or make it shorter.</source>
        <translation>Kollektive Operationen, Optimierer und Arbeit des Hosts. Überlappen oder verkürzen.</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>microbatch %1</source>
        <translation>Microbatch %1</translation>
    </message>
    <message>
        <source>from rank %1 to rank %2</source>
        <translation>von Rank %1 zu Rank %2</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>replica %1</source>
        <translation>Replik %1</translation>
    </message>
    <message>
        <source>most in step %1</source>
        <translation>am meisten in Schritt %1</translation>
    </message>
    <message>
        <source>Cut anew</source>
        <translation>Neu schneiden</translation>
    </message>
    <message>
        <source>Order microbatches</source>
        <translation>Microbatches ordnen</translation>
    </message>
    <message>
        <source>Deal microbatches anew</source>
        <translation>Microbatches neu verteilen</translation>
    </message>
    <message>
        <source>Another order</source>
        <translation>Andere Reihenfolge</translation>
    </message>
    <message>
        <source>Solve</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>The same work, cut into stages that all take the same.</source>
        <translation>Dieselbe Arbeit, in Stufen geschnitten, die alle gleich lange brauchen.</translation>
    </message>
    <message>
        <source>Each replica runs its own microbatches, in the best turns that a search finds.</source>
        <translation>Jede Replik führt ihre eigenen Microbatches aus, in der besten Folge, die eine Suche findet.</translation>
    </message>
    <message>
        <source>Microbatches may change replicas, as many to each as it had, and take the best turns there: of every step, with a bound.</source>
        <translation>Microbatches dürfen die Replik wechseln, jede behält so viele wie zuvor, und laufen dort in der besten Folge: in jedem Schritt, mit einer Schranke.</translation>
    </message>
    <message>
        <source>The best order that is found at once for the times of this run.</source>
        <translation>Die beste Reihenfolge, die sich für die Zeiten dieses Laufs sofort findet.</translation>
    </message>
    <message>
        <source>Search the best order for the times of this run.</source>
        <translation>Sucht die beste Reihenfolge für die Zeiten dieses Laufs.</translation>
    </message>
    <message>
        <source>Cut evenly</source>
        <translation>Gleichmäßig geschnitten</translation>
    </message>
    <message>
        <source>Microbatches ordered, step %1</source>
        <translation>Microbatches geordnet, Schritt %1</translation>
    </message>
    <message>
        <source>Microbatches dealt anew, step %1</source>
        <translation>Microbatches neu verteilt, Schritt %1</translation>
    </message>
    <message>
        <source>Solved for this run</source>
        <translation>Für diesen Lauf gelöst</translation>
    </message>
    <message>
        <source>%1 → %2 (%3)</source>
        <translation>%1 → %2 (%3)</translation>
    </message>
    <message>
        <source>Only ordered: %1.</source>
        <translation>Nur geordnet: %1.</translation>
    </message>
    <message>
        <source>Nothing of this kind is below %1.</source>
        <translation>Nichts dieser Art liegt unter %1.</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritten</translation>
    </message>
    <message>
        <source>Replayed with the mean times of stages.</source>
        <translation>Nachgespielt mit den mittleren Zeiten der Stufen.</translation>
    </message>
    <message>
        <source>A model can only be cut between its layers, so this is the most it can win.</source>
        <translation>Ein Modell lässt sich nur zwischen Schichten schneiden, also ist das der größte mögliche Gewinn.</translation>
    </message>
    <message>
        <source>Means of %1, replayed with each op&apos;s own time and nothing outside the pipeline.</source>
        <translation>Mittel von %1, nachgespielt mit der eigenen Zeit jeder Op und nichts außerhalb der Pipeline.</translation>
    </message>
    <message>
        <source>Between ops</source>
        <translation>Zwischen Ops</translation>
    </message>
    <message>
        <source>Nothing runs, and the trace does not tell late launches from waits for values. The recorder does.</source>
        <translation>Nichts läuft, und der Trace unterscheidet späte Starts nicht vom Warten auf Werte. Der Recorder tut es.</translation>
    </message>
</context>
<context>
    <name>EditActions</name>
    <message>
        <source>Remove all gaps</source>
        <translation>Alle Lücken entfernen</translation>
    </message>
    <message>
        <source>Move %1 earlier, to the next change</source>
        <translation>%1 früher, bis zur nächsten Änderung</translation>
    </message>
    <message>
        <source>Move %1 later, to the next change</source>
        <translation>%1 später, bis zur nächsten Änderung</translation>
    </message>
    <message numerus="yes">
        <source>Repeat %n ops for the next microbatches</source>
        <translation>
            <numerusform>%n Op für die nächsten Microbatches wiederholen</numerusform>
            <numerusform>%n Ops für die nächsten Microbatches wiederholen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cut %n ops</source>
        <translation>
            <numerusform>%n Op ausschneiden</numerusform>
            <numerusform>%n Ops ausschneiden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste the order of %n ops</source>
        <translation>
            <numerusform>Reihenfolge von %n Op einfügen</numerusform>
            <numerusform>Reihenfolge von %n Ops einfügen</numerusform>
        </translation>
    </message>
    <message>
        <source>Untie the pairs</source>
        <translation>Paare auflösen</translation>
    </message>
    <message numerus="yes">
        <source>Move %n blocks earlier, to the next change</source>
        <translation>
            <numerusform>%n Block nach vorn bis zur nächsten Änderung verschieben</numerusform>
            <numerusform>%n Blöcke nach vorn bis zur nächsten Änderung verschieben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n blocks later, to the next change</source>
        <translation>
            <numerusform>%n Block nach hinten bis zur nächsten Änderung verschieben</numerusform>
            <numerusform>%n Blöcke nach hinten bis zur nächsten Änderung verschieben</numerusform>
        </translation>
    </message>
    <message>
        <source>Take costs as PyTorch runs them</source>
        <translation>Kosten wie bei PyTorch übernehmen</translation>
    </message>
</context>
<context>
    <name>GeneratorSheet</name>
    <message>
        <source>%1. On the command line: `%2`.</source>
        <translation>%1. Auf der Befehlszeile: `%2`.</translation>
    </message>
    <message>
        <source>takes</source>
        <translation>berücksichtigt</translation>
    </message>
    <message>
        <source>longest span of equal stages</source>
        <translation>längste Spanne bei gleichen Stufen</translation>
    </message>
    <message>
        <source>source</source>
        <translation>Quelle</translation>
    </message>
</context>
<context>
    <name>Handout</name>
    <message>
        <source>Goals: %1.</source>
        <translation>Ziele: %1.</translation>
    </message>
    <message>
        <source>My schedule</source>
        <translation>Mein Ablaufplan</translation>
    </message>
    <message>
        <source>Still to be placed: %1.</source>
        <translation>Noch zu setzen: %1.</translation>
    </message>
    <message>
        <source>Ops: %1.</source>
        <translation>Ops: %1.</translation>
    </message>
    <message>
        <source>Answer: %1</source>
        <translation>Lösung: %1</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>Name:</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a number and what it is</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>This order: %1.</source>
        <translation>Diese Reihenfolge: %1.</translation>
    </message>
</context>
<context>
    <name>KeyboardSheet</name>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Taste</translation>
    </message>
    <message>
        <source>Does</source>
        <translation>Wirkung</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>en</source>
        <extracomment>the short name of the language of these words, as files have it: de</extracomment>
        <translation>de</translation>
    </message>
</context>
<context>
    <name>LessonActions</name>
    <message>
        <source>&amp;Choose a lesson …</source>
        <translation>Lektion &amp;wählen …</translation>
    </message>
    <message>
        <source>&amp;Open a lesson or answers …</source>
        <translation>Lektion oder Antworten &amp;öffnen …</translation>
    </message>
    <message>
        <source>&amp;Next lesson</source>
        <translation>&amp;Nächste Lektion</translation>
    </message>
    <message>
        <source>&amp;Previous lesson</source>
        <translation>&amp;Vorige Lektion</translation>
    </message>
    <message>
        <source>&amp;Begin again</source>
        <translation>Von &amp;vorn beginnen</translation>
    </message>
    <message>
        <source>&amp;Hint</source>
        <translation>&amp;Tipp</translation>
    </message>
    <message>
        <source>Show the &amp;answer</source>
        <translation>&amp;Lösung zeigen</translation>
    </message>
    <message>
        <source>▶ &amp;Run my schedule</source>
        <translation>▶ Meinen Plan &amp;ausführen</translation>
    </message>
    <message>
        <source>&amp;Save my schedule …</source>
        <translation>Meinen Ablaufplan &amp;speichern …</translation>
    </message>
    <message>
        <source>Save my answers to a&amp;ll lessons …</source>
        <translation>Antworten zu a&amp;llen Lektionen speichern …</translation>
    </message>
    <message>
        <source>Han&amp;dout …</source>
        <translation>&amp;Arbeitsblatt …</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>&amp;Schließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Take the coach&apos;s step</source>
        <translation>Schritt des &amp;Coachs tun</translation>
    </message>
    <message>
        <source>Step together or at &amp;once</source>
        <translation>Gemeinsam oder s&amp;ofort weitergehen</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Says what is wrong</source>
        <translation>Sagt, was falsch ist</translation>
    </message>
    <message>
        <source>Show what is ready</source>
        <translation>Bereites zeigen</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Shows what could run next</source>
        <translation>Zeigt, was als Nächstes laufen könnte</translation>
    </message>
    <message>
        <source>Coach</source>
        <translation>Coach</translation>
    </message>
    <message>
        <source>Says the next step and why</source>
        <translation>Nennt den nächsten Schritt und warum</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>what a button does, and its key</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Move one place &amp;earlier</source>
        <translation>Einen Platz &amp;früher</translation>
    </message>
    <message>
        <source>Move one place &amp;later</source>
        <translation>Einen Platz &amp;später</translation>
    </message>
    <message>
        <source>Take back into the &amp;tray</source>
        <translation>Zurück in die &amp;Ablage</translation>
    </message>
    <message>
        <source>&amp;Split BW into B and W</source>
        <translation>BW in B und W &amp;teilen</translation>
    </message>
    <message>
        <source>&amp;Fuse B with its W</source>
        <translation>B mit seinem W &amp;verschmelzen</translation>
    </message>
    <message>
        <source>Make a &amp;pair</source>
        <translation>&amp;Paar bilden</translation>
    </message>
    <message>
        <source>Take a pair ap&amp;art</source>
        <translation>Paar &amp;zerlegen</translation>
    </message>
    <message>
        <source>Cut in &amp;half</source>
        <translation>&amp;Halbieren</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>&amp;Abspielen</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>&amp;Schritt</translation>
    </message>
    <message>
        <source>Right, while playing</source>
        <translation>Rechts, beim Abspielen</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>Left, while playing</source>
        <translation>Links, beim Abspielen</translation>
    </message>
    <message>
        <source>To the sta&amp;rt</source>
        <translation>Zum An&amp;fang</translation>
    </message>
    <message>
        <source>Home, while playing</source>
        <translation>Pos1, beim Abspielen</translation>
    </message>
    <message>
        <source>&amp;Faster</source>
        <translation>S&amp;chneller</translation>
    </message>
    <message>
        <source>Up, while playing</source>
        <translation>Hoch, beim Abspielen</translation>
    </message>
    <message>
        <source>S&amp;lower</source>
        <translation>&amp;Langsamer</translation>
    </message>
    <message>
        <source>Down, while playing</source>
        <translation>Runter, beim Abspielen</translation>
    </message>
    <message>
        <source>&amp;Jump instead of sweeping</source>
        <translation>Springen statt &amp;gleiten</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>The &amp;classroom</source>
        <translation>Das &amp;Klassenzimmer</translation>
    </message>
    <message>
        <source>&amp;Words: rank, makespan, bubble …</source>
        <translation>&amp;Begriffe: Rank, Gesamtdauer, Blase …</translation>
    </message>
    <message>
        <source>&amp;Numbers</source>
        <translation>&amp;Zahlen</translation>
    </message>
    <message>
        <source>&amp;Findings</source>
        <translation>&amp;Befunde</translation>
    </message>
    <message>
        <source>&amp;Keyboard</source>
        <translation>&amp;Tastatur</translation>
    </message>
    <message>
        <source>&amp;Lesson</source>
        <translation>&amp;Lektion</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>Le&amp;vel of help</source>
        <translation>H&amp;ilfestufe</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Next &amp;hint</source>
        <translation>Nächster &amp;Tipp</translation>
    </message>
    <message>
        <source>Hide the &amp;answer</source>
        <translation>&amp;Lösung verbergen</translation>
    </message>
    <message>
        <source>■ &amp;Stop the run</source>
        <translation>■ Lauf an&amp;halten</translation>
    </message>
    <message>
        <source>Only a schedule without errors can be run.</source>
        <translation>Nur ein fehlerfreier Ablaufplan kann laufen.</translation>
    </message>
    <message>
        <source>It can be run once every op is placed.</source>
        <translation>Er kann laufen, sobald alle Ops gesetzt sind.</translation>
    </message>
    <message>
        <source>The lesson as a PDF: the task, empty lanes and, for the teacher, the answer on a page of its own.</source>
        <translation>Die Lektion als PDF: die Aufgabe, leere Spuren und, für Lehrende, die Lösung auf einer eigenen Seite.</translation>
    </message>
</context>
<context>
    <name>LessonFiles</name>
    <message>
        <source>Open a lesson</source>
        <translation>Lektion öffnen</translation>
    </message>
    <message>
        <source>Lessons and answers (*.lwlesson *.lwanswers)</source>
        <translation>Lektionen und Antworten (*.lwlesson *.lwanswers)</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Dein Name</translation>
    </message>
    <message>
        <source>So that your teacher knows whose answer it is:</source>
        <translation>Damit die Lehrkraft weiß, von wem die Antwort ist:</translation>
    </message>
    <message>
        <source>Save my schedule</source>
        <translation>Meinen Ablaufplan speichern</translation>
    </message>
    <message>
        <source>Schedules (*.lwsched)</source>
        <translation>Ablaufpläne (*.lwsched)</translation>
    </message>
    <message>
        <source>Your schedule</source>
        <translation>Dein Ablaufplan</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Save my answers</source>
        <translation>Meine Antworten speichern</translation>
    </message>
    <message>
        <source>Answers (*.lwanswers)</source>
        <translation>Antworten (*.lwanswers)</translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n Antwort</numerusform>
            <numerusform>%n Antworten</numerusform>
        </translation>
    </message>
    <message>
        <source>Save changes?</source>
        <translation>Änderungen speichern?</translation>
    </message>
    <message>
        <source>The answers of %1 have changes that are not saved.</source>
        <translation>Die Antworten von %1 haben Änderungen, die nicht gespeichert sind.</translation>
    </message>
    <message>
        <source>Handout</source>
        <translation>Arbeitsblatt</translation>
    </message>
    <message>
        <source>Documents (*.pdf)</source>
        <translation>Dokumente (*.pdf)</translation>
    </message>
    <message>
        <source>The handout</source>
        <translation>Das Arbeitsblatt</translation>
    </message>
    <message>
        <source>%1: saved in %2.</source>
        <comment>what, and a file</comment>
        <translation>%1: gespeichert in %2.</translation>
    </message>
</context>
<context>
    <name>LessonSpeaker</name>
    <message>
        <source>Space plays and pauses, → and ← step, Home goes to the start, Esc ends playback.</source>
        <translation>Leertaste spielt ab und hält an, → und ← gehen schrittweise, Pos1 geht zum Anfang, Esc beendet das Abspielen.</translation>
    </message>
    <message>
        <source>The run failed.</source>
        <translation>Der Lauf ist gescheitert.</translation>
    </message>
    <message>
        <source>This is the teacher&apos;s answer. Your own schedule waits unchanged.</source>
        <translation>Dies ist die Lösung der Lehrkraft. Dein eigener Ablaufplan wartet unverändert.</translation>
    </message>
    <message>
        <source>Space plays it.</source>
        <translation>Leertaste spielt ihn ab.</translation>
    </message>
    <message>
        <source>Your schedule trains a real model: %1 of %2 steps are done.</source>
        <translation>Dein Ablaufplan trainiert ein echtes Modell: %1 von %2 Schritten sind fertig.</translation>
    </message>
    <message>
        <source>Your schedule trains a real model: %1 of %2 steps are done, loss %3.</source>
        <translation>Dein Ablaufplan trainiert ein echtes Modell: %1 von %2 Schritten sind fertig, Loss %3.</translation>
    </message>
</context>
<context>
    <name>MeasuredText</name>
    <message>
        <source>idle before it, measured: %1, typically %2</source>
        <translation>davor Leerlauf, gemessen: %1, meist %2</translation>
    </message>
    <message>
        <source>idle at its end, measured: %1</source>
        <translation>am Ende Leerlauf, gemessen: %1</translation>
    </message>
    <message>
        <source>, planned %1</source>
        <translation>, geplant %1</translation>
    </message>
    <message>
        <source>%1: measured in step %2, rank %3</source>
        <translation>%1: gemessen in Schritt %2, Rank %3</translation>
    </message>
    <message>
        <source>start %1, duration %2, typically %3</source>
        <translation>Beginn %1, Dauer %2, meist %3</translation>
    </message>
    <message>
        <source>planned: start %1, duration %2</source>
        <translation>geplant: Beginn %1, Dauer %2</translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>forward</source>
        <translation>Vorwärtsschritt</translation>
    </message>
    <message>
        <source>input gradient</source>
        <translation>Eingabegradient</translation>
    </message>
    <message>
        <source>weight gradient</source>
        <translation>Gewichtsgradient</translation>
    </message>
    <message>
        <source>full backward</source>
        <translation>voller Rückwärtsschritt</translation>
    </message>
    <message>
        <source>recomputed forward</source>
        <translation>wiederholter Vorwärtsschritt</translation>
    </message>
    <message>
        <source>not compared: one of the two is in abstract units</source>
        <translation>nicht verglichen: einer der beiden hat abstrakte Einheiten</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>nicht verglichen</translation>
    </message>
    <message>
        <source>not compared: only one of the two runs was paced</source>
        <translation>nicht verglichen: nur einer der beiden Läufe war getaktet</translation>
    </message>
    <message>
        <source>not compared: a run was cut short</source>
        <translation>nicht verglichen: ein Lauf wurde abgebrochen</translation>
    </message>
    <message>
        <source>not compared: a run of one step has no iteration time</source>
        <translation>nicht verglichen: ein Lauf von einem Schritt hat keine Iterationszeit</translation>
    </message>
</context>
<context>
    <name>PanelText</name>
    <message>
        <source>period</source>
        <translation>Periode</translation>
    </message>
    <message>
        <source>makespan</source>
        <translation>Gesamtdauer</translation>
    </message>
    <message>
        <source>longest span</source>
        <translation>längste Spanne</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>list scheduling</source>
        <translation>Listenplanung</translation>
    </message>
    <message>
        <source>annealing</source>
        <translation>simuliertes Abkühlen</translation>
    </message>
    <message>
        <source>rank by rank</source>
        <translation>Rang für Rang</translation>
    </message>
    <message>
        <source>bound</source>
        <comment>what proved an optimum</comment>
        <translation>die Schranke</translation>
    </message>
    <message>
        <source>iteration time</source>
        <translation>Zeit je Iteration</translation>
    </message>
    <message>
        <source>synchronous</source>
        <translation>synchron</translation>
    </message>
    <message>
        <source>post-validated</source>
        <translation>nachgeprüft</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1, the last one</source>
        <translation>%1, der letzte</translation>
    </message>
    <message>
        <source>%1, median of %2</source>
        <comment>step 3, median of 4 steps</comment>
        <translation>%1, Median von %2</translation>
    </message>
    <message>
        <source>%1, warm-up</source>
        <translation>%1, Aufwärmschritt</translation>
    </message>
    <message>
        <source>order of microbatches</source>
        <translation>Reihenfolge der Microbatches</translation>
    </message>
    <message>
        <source>order of blocks</source>
        <translation>Reihenfolge der Blöcke</translation>
    </message>
    <message>
        <source>search for what repeats</source>
        <translation>Suche nach dem, was sich wiederholt</translation>
    </message>
    <message>
        <source>shaving</source>
        <comment>what proved an optimum</comment>
        <translation>Ausschluss</translation>
    </message>
    <message>
        <source>finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>many ops to place</source>
        <translation>viele Ops fehlen noch</translation>
    </message>
    <message>
        <source>op to place</source>
        <translation>Op fehlt noch</translation>
    </message>
    <message>
        <source>ops to place</source>
        <translation>Ops fehlen noch</translation>
    </message>
</context>
<context>
    <name>PlanDifference</name>
    <message>
        <source>stalls</source>
        <translation>hängt</translation>
    </message>
    <message>
        <source>%1 ranks, %2 stages, %3 microbatches</source>
        <translation>%1 Ranks, %2 Stufen, %3 Microbatches</translation>
    </message>
    <message>
        <source>%1: %2 there, %3 here</source>
        <comment>a part of a schedule, and what two files have for it</comment>
        <translation>%1: dort %2, hier %3</translation>
    </message>
    <message>
        <source>Order: %1 of %2 blocks stand elsewhere</source>
        <translation>Reihenfolge: %1 von %2 Blöcken stehen anderswo</translation>
    </message>
    <message numerus="yes">
        <source>Only there: %n block(s)</source>
        <translation>
            <numerusform>Nur dort: %n Block</numerusform>
            <numerusform>Nur dort: %n Blöcke</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only here: %n block(s)</source>
        <translation>
            <numerusform>Nur hier: %n Block</numerusform>
            <numerusform>Nur hier: %n Blöcke</numerusform>
        </translation>
    </message>
    <message>
        <source>The gaps differ</source>
        <translation>Die Lücken unterscheiden sich</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Stages or microbatches lie elsewhere</source>
        <translation>Stufen oder Microbatches liegen anderswo</translation>
    </message>
    <message>
        <source>The costs differ</source>
        <translation>Die Kosten unterscheiden sich</translation>
    </message>
    <message>
        <source>Memory or its limits differ</source>
        <translation>Speicher oder seine Grenzen unterscheiden sich</translation>
    </message>
    <message>
        <source>The model differs</source>
        <translation>Das Modell ist ein anderes</translation>
    </message>
    <message>
        <source>The units differ</source>
        <translation>Die Einheiten sind andere</translation>
    </message>
    <message>
        <source>Keys that this version does not know differ</source>
        <translation>Schlüssel, die diese Version nicht kennt, unterscheiden sich</translation>
    </message>
    <message>
        <source>Makespan</source>
        <translation>Gesamtdauer</translation>
    </message>
    <message>
        <source>The lengths or shares of microbatches differ</source>
        <translation>Die Längen oder Anteile der Microbatches unterscheiden sich</translation>
    </message>
    <message>
        <source>The variants differ</source>
        <translation>Die Varianten unterscheiden sich</translation>
    </message>
</context>
<context>
    <name>Planner</name>
    <message>
        <source>speed %1</source>
        <translation>Tempo %1</translation>
    </message>
    <message>
        <source>%1 TFLOPS</source>
        <translation>%1 TFLOPS</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <comment>latency</comment>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>Equal layers</source>
        <translation>Gleich viele Schichten</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>All tried</source>
        <translation>Alle versucht</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>Von Hand</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>the first and the last layer of a stage</comment>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Best cut</source>
        <translation>Bester Schnitt</translation>
    </message>
    <message>
        <source>Best cut, shared</source>
        <translation>Bester Schnitt, geteilt</translation>
    </message>
    <message>
        <source>V, %1</source>
        <comment>a placement and a method</comment>
        <translation>V, %1</translation>
    </message>
    <message>
        <source>By PipeDream&apos;s formula</source>
        <translation>Nach PipeDreams Formel</translation>
    </message>
    <message>
        <source>By DAPPLE&apos;s formula</source>
        <translation>Nach DAPPLEs Formel</translation>
    </message>
    <message>
        <source>By Alpa&apos;s formula</source>
        <translation>Nach Alpas Formel</translation>
    </message>
    <message>
        <source>As many layers as fit</source>
        <translation>So viele Schichten, wie passen</translation>
    </message>
    <message>
        <source>Loop, %1</source>
        <comment>a placement and a method</comment>
        <translation>Schleife, %1</translation>
    </message>
    <message>
        <source>no layers</source>
        <translation>keine Schichten</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>&amp;Ja</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>&amp;Nein</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Ctrl</source>
        <translation>Strg</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Umschalt</translation>
    </message>
    <message>
        <source>Alt</source>
        <translation>Alt</translation>
    </message>
    <message>
        <source>Meta</source>
        <translation>Meta</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>Backspace</source>
        <translation>Rücktaste</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Ins</source>
        <translation>Einfg</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Entf</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Pos1</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Oben</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Unten</translation>
    </message>
    <message>
        <source>PgUp</source>
        <translation>Bild auf</translation>
    </message>
    <message>
        <source>PgDown</source>
        <translation>Bild ab</translation>
    </message>
</context>
<context>
    <name>Spoken</name>
    <message>
        <source>%1 of %2 on the network hidden</source>
        <translation>%1 von %2 im Netz verborgen</translation>
    </message>
    <message>
        <source>saves %1</source>
        <translation>spart %1</translation>
    </message>
    <message>
        <source>%1, starts at %2, first of its rank</source>
        <translation>%1, beginnt bei %2, als Erstes auf seinem Rank</translation>
    </message>
    <message>
        <source>%1, starts at %2, as soon as it has the output of %3</source>
        <translation>%1, beginnt bei %2, sobald da ist, was %3 liefert</translation>
    </message>
    <message>
        <source>%1, starts at %2, waits %3 for %4</source>
        <translation>%1, beginnt bei %2, wartet %3 auf %4</translation>
    </message>
    <message>
        <source>%1, starts at %2, right behind %3</source>
        <translation>%1, beginnt bei %2, direkt hinter %3</translation>
    </message>
    <message>
        <source>%1, starts at %2, held back by a gap of %3</source>
        <translation>%1, beginnt bei %2, von einer Lücke von %3 zurückgehalten</translation>
    </message>
    <message>
        <source>part %1 of %2 of %3 of stage %4</source>
        <translation>Teil %1 von %2 von %3 der Stufe %4</translation>
    </message>
    <message>
        <source>%1 of stage %2</source>
        <translation>%1 der Stufe %2</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1 mit %2</translation>
    </message>
    <message>
        <source>%1 on rank %2</source>
        <translation>%1 auf Rank %2</translation>
    </message>
    <message>
        <source>%1, starts at %2</source>
        <translation>%1, beginnt bei %2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message numerus="yes">
        <source>%1, %2, %n blocks</source>
        <translation>
            <numerusform>%1, %2, %n Block</numerusform>
            <numerusform>%1, %2, %n Blöcke</numerusform>
        </translation>
    </message>
    <message>
        <source>rank %1 is idle from %2 to %3: %4</source>
        <translation>Rank %1 hat von %2 bis %3 Leerlauf: %4</translation>
    </message>
    <message>
        <source>%1, can&apos;t start in this order</source>
        <translation>%1, kann in dieser Reihenfolge nicht beginnen</translation>
    </message>
</context>
<context>
    <name>StepBars</name>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
</context>
<context>
    <name>Tables</name>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>The numbers are saved in %1.</source>
        <translation>Die Zahlen sind in %1 gespeichert.</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>peak memory rank %1</source>
        <translation>Spitzenspeicher Rank %1</translation>
    </message>
    <message>
        <source>no stage</source>
        <translation>keine Stufe</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>stages %1</source>
        <translation>Stufen %1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>alone on rank %1</source>
        <translation>allein auf Rank %1</translation>
    </message>
    <message>
        <source>first, before %1</source>
        <translation>an erster Stelle, vor %1</translation>
    </message>
    <message>
        <source>last, after %1</source>
        <translation>an letzter Stelle, nach %1</translation>
    </message>
    <message>
        <source>after %1, before %2</source>
        <translation>nach %1, vor %2</translation>
    </message>
    <message>
        <source>no gap before %1</source>
        <translation>keine Lücke vor %1</translation>
    </message>
    <message>
        <source>gap of %1 before %2</source>
        <translation>Lücke von %1 vor %2</translation>
    </message>
    <message>
        <source>%1: stays where it is</source>
        <translation>%1: bleibt, wo es ist</translation>
    </message>
    <message>
        <source>drop to host stage %1 on rank %2</source>
        <translation>ablegen, um Stufe %1 auf Rank %2 zu legen</translation>
    </message>
    <message>
        <source>%1: out of the order, into the tray</source>
        <translation>%1: aus der Reihenfolge in die Ablage</translation>
    </message>
    <message>
        <source>drop it on rank %1</source>
        <translation>auf Rank %1 ablegen</translation>
    </message>
    <message>
        <source>stage %1 lives on rank %2, not here</source>
        <translation>Stufe %1 liegt auf Rank %2, nicht hier</translation>
    </message>
    <message>
        <source>rank %1: only the view changes</source>
        <translation>Rank %1: Nur die Ansicht ändert sich</translation>
    </message>
    <message>
        <source>overlapped pair</source>
        <translation>überlapptes Paar</translation>
    </message>
    <message>
        <source>%1: %2, rank %3, microbatch %4</source>
        <translation>%1: %2, Rank %3, Microbatch %4</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>no bubble behind it on rank %1</source>
        <translation>kein Leerlauf dahinter auf Rank %1</translation>
    </message>
    <message>
        <source>no bubble before it on rank %1</source>
        <translation>kein Leerlauf davor auf Rank %1</translation>
    </message>
    <message>
        <source>%1, rank %2, %3 – %4</source>
        <translation>%1, Rank %2, %3 – %4</translation>
    </message>
    <message>
        <source>Gap before %1</source>
        <translation>Lücke vor %1</translation>
    </message>
    <message>
        <source>It starts no earlier than the block before it, plus so many %1 (0 removes the gap):</source>
        <translation>Er beginnt frühestens nach dem Ende des Blocks davor, plus so viele %1 (0 entfernt die Lücke):</translation>
    </message>
    <message>
        <source>units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>Open a schedule, or generate one.</source>
        <translation>Einen Ablaufplan öffnen oder erzeugen.</translation>
    </message>
    <message>
        <source>This is a problem: it has no order yet. Generate one, solve it, or drag its ops out of the tray.</source>
        <translation>Dies ist eine Aufgabe: Sie hat noch keine Reihenfolge. Eine erzeugen, die Aufgabe lösen oder ihre Ops aus der Ablage ziehen.</translation>
    </message>
    <message>
        <source>showing %1 arrows of %2</source>
        <translation>%1 von %2 Pfeilen gezeigt</translation>
    </message>
    <message>
        <source>%1 of %2 ranks, others as full</source>
        <translation>%1 von %2 Ranks, andere gleich voll</translation>
    </message>
    <message>
        <source>the fullest %1 of %2</source>
        <translation>die vollsten %1 von %2</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>A stretch without a block is a bubble: the rank waits.</source>
        <translation>Eine Strecke ohne Block ist Leerlauf: Der Rank wartet.</translation>
    </message>
    <message>
        <source>network, exposed</source>
        <translation>Netz, offen</translation>
    </message>
    <message>
        <source>network, hidden</source>
        <translation>Netz, verborgen</translation>
    </message>
    <message>
        <source>hidden in the pair</source>
        <translation>im Paar verborgen</translation>
    </message>
    <message>
        <source>Hatched at the foot of an op: it is on the network, and nothing computes.</source>
        <translation>Schraffiert am Fuß einer Op: Sie ist im Netz, und nichts rechnet.</translation>
    </message>
    <message>
        <source>Plain at the foot of an op: it is hidden behind what the other op computes.</source>
        <translation>Einfarbig am Fuß einer Op: Das ist hinter dem verborgen, was die andere Op rechnet.</translation>
    </message>
    <message>
        <source>rank %1 stalls here, %2</source>
        <translation>Rank %1 bleibt hier stehen, %2</translation>
    </message>
    <message numerus="yes">
        <source>%n ops stay where they are</source>
        <translation>
            <numerusform>%n Op bleibt, wo sie ist</numerusform>
            <numerusform>%n Ops bleiben, wo sie sind</numerusform>
        </translation>
    </message>
    <message>
        <source>can&apos;t start in this order</source>
        <translation>kann in dieser Reihenfolge nicht beginnen</translation>
    </message>
</context>
<context>
    <name>WindowWords</name>
    <message>
        <source>Wrote %1.</source>
        <translation>%1 geschrieben.</translation>
    </message>
    <message>
        <source>Not written: %1: %2</source>
        <translation>Nicht geschrieben: %1: %2</translation>
    </message>
</context>
<context>
    <name>amount</name>
    <message numerus="yes">
        <source>%1 units</source>
        <comment>%1 unit</comment>
        <translation>
            <numerusform>%1 Einheit</numerusform>
            <numerusform>%1 Einheiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 activations</source>
        <comment>%1 activation</comment>
        <translation>
            <numerusform>%1 Aktivierung</numerusform>
            <numerusform>%1 Aktivierungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tokens</source>
        <comment>%1 token</comment>
        <translation>
            <numerusform>%1 Token</numerusform>
            <numerusform>%1 Tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 % of the mean</source>
        <translation>%1 % des Mittels</translation>
    </message>
    <message>
        <source>act.</source>
        <translation>Akt.</translation>
    </message>
</context>
<context>
    <name>answer</name>
    <message>
        <source>the number of ranks is %1 in the lesson, %2 in the answer</source>
        <translation>die Zahl der Ranks ist %1 in der Lektion, %2 in der Antwort</translation>
    </message>
    <message>
        <source>the number of microbatches is %1 in the lesson, %2 in the answer</source>
        <translation>die Zahl der Microbatches ist %1 in der Lektion, %2 in der Antwort</translation>
    </message>
    <message>
        <source>the number of directions is %1 in the lesson, %2 in the answer</source>
        <translation>die Zahl der Richtungen ist %1 in der Lektion, %2 in der Antwort</translation>
    </message>
    <message>
        <source>the number of stages is %1 in the lesson, %2 in the answer</source>
        <translation>die Zahl der Stufen ist %1 in der Lektion, %2 in der Antwort</translation>
    </message>
    <message>
        <source>microbatch %1 goes in direction %2 in the lesson, in direction %3 in the answer</source>
        <translation>Microbatch %1 geht in der Lektion in Richtung %2, in der Antwort in Richtung %3</translation>
    </message>
    <message>
        <source>stage %1 is on rank %2 in the lesson, on rank %3 in the answer</source>
        <translation>Stufe %1 liegt in der Lektion auf Rank %2, in der Antwort auf Rank %3</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>%1 of stage %2 takes %3 in the lesson, %4 in the answer</source>
        <translation>%1 von Stufe %2 dauert in der Lektion %3, in der Antwort %4</translation>
    </message>
    <message>
        <source>an overlapped pair</source>
        <translation>ein überlapptes Paar</translation>
    </message>
    <message>
        <source>the optimizer step</source>
        <translation>der Optimiererschritt</translation>
    </message>
    <message>
        <source>the all-reduce</source>
        <translation>das All-Reduce</translation>
    </message>
    <message>
        <source>the way from rank %1 to rank %2 takes %3 in the lesson, %4 in the answer</source>
        <translation>der Weg von Rank %1 zu Rank %2 dauert in der Lektion %3, in der Antwort %4</translation>
    </message>
    <message>
        <source>a link carries one value at a time in the lesson, any number in the answer</source>
        <translation>eine Verbindung trägt in der Lektion einen Wert auf einmal, in der Antwort beliebig viele</translation>
    </message>
    <message>
        <source>a link carries any number of values in the lesson, one at a time in the answer</source>
        <translation>eine Verbindung trägt in der Lektion beliebig viele Werte, in der Antwort einen auf einmal</translation>
    </message>
    <message>
        <source>the number of parts of W is %1 in the lesson, %2 in the answer</source>
        <translation>die Zahl der Teile von W ist %1 in der Lektion, %2 in der Antwort</translation>
    </message>
    <message>
        <source>%1 of stage %2 changes the memory by %3 in the lesson, by %4 in the answer</source>
        <translation>%1 von Stufe %2 ändert den Speicher in der Lektion um %3, in der Antwort um %4</translation>
    </message>
    <message>
        <source>the weights of stage %1 hold %2 in the lesson, %3 in the answer</source>
        <translation>die Gewichte von Stufe %1 belegen in der Lektion %2, in der Antwort %3</translation>
    </message>
    <message>
        <source>any amount</source>
        <translation>beliebig viel</translation>
    </message>
    <message>
        <source>the device of rank %1 holds %2 in the lesson, %3 in the answer</source>
        <translation>das Gerät von Rank %1 fasst in der Lektion %2, in der Antwort %3</translation>
    </message>
    <message>
        <source>rank %1 may hold %2 in the lesson, %3 in the answer</source>
        <translation>Rank %1 darf in der Lektion %2 halten, in der Antwort %3</translation>
    </message>
    <message>
        <source>overlapped pairs take other times in the answer than in the lesson</source>
        <translation>überlappte Paare dauern in der Antwort anders als in der Lektion</translation>
    </message>
    <message>
        <source>a rank is busy with a value that it sends for %1 in the lesson, %2 in the answer</source>
        <translation>ein Rank ist mit einem Wert, den er sendet, in der Lektion %1 beschäftigt, in der Antwort %2</translation>
    </message>
    <message>
        <source>a rank is busy with a value that it receives for %1 in the lesson, %2 in the answer</source>
        <translation>ein Rank ist mit einem Wert, den er empfängt, in der Lektion %1 beschäftigt, in der Antwort %2</translation>
    </message>
    <message>
        <source>messages between stages have other times or sizes in the answer than in the lesson</source>
        <translation>Nachrichten zwischen Stufen haben in der Antwort andere Zeiten oder Größen als in der Lektion</translation>
    </message>
    <message>
        <source>ranks keep buffers for messages in another way in the answer than in the lesson</source>
        <translation>Ranks halten Puffer für Nachrichten in der Antwort auf andere Weise bereit als in der Lektion</translation>
    </message>
    <message>
        <source>microbatches differ in another way in the answer than in the lesson</source>
        <translation>Microbatches unterscheiden sich in der Antwort auf andere Weise als in der Lektion</translation>
    </message>
</context>
<context>
    <name>bound</name>
    <message>
        <source>rank %1: its work alone</source>
        <translation>Rank %1: allein seine Arbeit</translation>
    </message>
    <message>
        <source>rank %1: its work, between the way of the first microbatch to it and what follows its last op</source>
        <translation>Rank %1: seine Arbeit, zwischen dem Weg des ersten Microbatches zu ihm und dem, was auf seine letzte Op folgt</translation>
    </message>
    <message>
        <source>rank %1: its work</source>
        <translation>Rank %1: seine Arbeit</translation>
    </message>
    <message>
        <source>rank %1: its work plus the waits for its first and its last backward</source>
        <translation>Rank %1: seine Arbeit und das Warten auf seinen ersten und seinen letzten Rückwärtsschritt</translation>
    </message>
    <message>
        <source>rank %1: its work plus the wait for its last backward</source>
        <translation>Rank %1: seine Arbeit und das Warten auf seinen letzten Rückwärtsschritt</translation>
    </message>
    <message>
        <source>rank %1: its work plus the wait for its first backward</source>
        <translation>Rank %1: seine Arbeit und das Warten auf seinen ersten Rückwärtsschritt</translation>
    </message>
    <message>
        <source>rank %1: all its forwards and backwards, and the wait for the first of those</source>
        <translation>Rank %1: alle seine Vorwärts- und Rückwärtsschritte und das Warten auf den ersten Rückwärtsschritt</translation>
    </message>
    <message>
        <source>rank %1: the way to rank %2 and back, around all that runs there</source>
        <translation>Rank %1: der Weg zu Rank %2 und zurück, um alles herum, was dort läuft</translation>
    </message>
    <message>
        <source>rank %1: the trip of a microbatch to the last stage and back, and the others in single file behind it</source>
        <translation>Rank %1: die Reise eines Microbatches zur letzten Stufe und zurück, und die anderen einzeln hinter ihm her</translation>
    </message>
    <message>
        <source>rank %1: no more than %2 at once: each next microbatch waits for one to return from the last stage</source>
        <translation>Rank %1: nicht mehr als %2 zugleich: Jeder weitere Microbatch wartet, bis einer von der letzten Stufe zurückkehrt</translation>
    </message>
    <message>
        <source>rank %1: its memory limit holds too few activations at once for the time that each must stay</source>
        <translation>Rank %1: Seine Speichergrenze fasst zu wenige Aktivierungen zugleich für die Zeit, die jede bleiben muss</translation>
    </message>
    <message numerus="yes">
        <source>rank %1: before its first backward it has room for %2 forwards, so not every rank behind it can begin one more instead of waiting</source>
        <comment>rank %1: before its first backward it has room for %2 forward, so not every rank behind it can begin one more instead of waiting</comment>
        <translation>
            <numerusform>Rank %1: Vor seinem ersten Rückwärtsschritt hat er Platz für %2 Vorwärtsschritt, sodass nicht jeder Rank hinter ihm noch einen beginnen kann, statt zu warten</numerusform>
            <numerusform>Rank %1: Vor seinem ersten Rückwärtsschritt hat er Platz für %2 Vorwärtsschritte, sodass nicht jeder Rank hinter ihm noch einen beginnen kann, statt zu warten</numerusform>
        </translation>
    </message>
    <message>
        <source>rank %1: the longest chain of ops that wait for each other, for their rank, for values or for memory</source>
        <translation>Rank %1: die längste Kette von Ops, die aufeinander warten, auf ihren Rank, auf Werte oder auf Speicher</translation>
    </message>
    <message>
        <source>rank %1: all its ops, each no sooner than it can come and with all that must follow it</source>
        <translation>Rank %1: alle seine Ops, jede nicht früher, als sie kommen kann, und mit allem, was auf sie folgen muss</translation>
    </message>
    <message>
        <source>ranks that start each other and end after each other: what one gains by starting late another loses</source>
        <translation>Ranks, die einander beginnen lassen und nacheinander enden: Was der eine gewinnt, indem er spät beginnt, verliert ein anderer</translation>
    </message>
    <message>
        <source>%1 found that no order is below</source>
        <translation>%1 ergab, dass keine Reihenfolge darunter liegt</translation>
    </message>
    <message>
        <source>rank %1 and those like it in other replicas: their work and the waits around it, shared out evenly</source>
        <translation>Rank %1 und seinesgleichen in den anderen Repliken: ihre Arbeit und die Wartezeiten um sie herum, gleichmäßig verteilt</translation>
    </message>
    <message>
        <source>rank %1 or one like it in another replica: as many of the longest microbatches as some replicas must have, and the shortest others</source>
        <translation>Rank %1 oder seinesgleichen in einer anderen Replik: so viele der längsten Microbatches, wie manche Repliken haben müssen, und die kürzesten übrigen</translation>
    </message>
    <message>
        <source>with less each op has so little time left that what follows of it contradicts itself</source>
        <translation>mit weniger bleibt jeder Op so wenig Zeit, dass sich widerspricht, was daraus folgt</translation>
    </message>
    <message>
        <source>rank %1: its work less what its best pairs save, none of which has an F from before its first backward</source>
        <translation>Rank %1: seine Arbeit ohne das, was seine besten Paare sparen; keines hat ein F von vor dem ersten Rückwärtsschritt</translation>
    </message>
</context>
<context>
    <name>bubble</name>
    <message>
        <source>Rank %1 is idle for %2: %3 needs the output of %4, and rank %5 is not done with that until %6.</source>
        <translation>Rank %1 hat %2 lang Leerlauf: %3 braucht das Ergebnis von %4, und Rank %5 ist damit erst bei %6 fertig.</translation>
    </message>
    <message>
        <source>Rank %1 is idle for %2: the output of %3 is on its way from rank %4 to %5.</source>
        <translation>Rank %1 hat %2 lang Leerlauf: Das Ergebnis von %3 ist unterwegs von Rank %4 zu %5.</translation>
    </message>
    <message>
        <source>Rank %1 is idle for %2: the explicit gap before %3 holds it.</source>
        <translation>Rank %1 hat %2 lang Leerlauf: Die gesetzte Lücke vor %3 hält ihn auf.</translation>
    </message>
    <message>
        <source>Rank %1 is idle for %2: the pipeline drains, and nothing is left to run on rank %1.</source>
        <translation>Rank %1 hat %2 lang Leerlauf: Die Pipeline leert sich, und auf Rank %1 ist nichts mehr auszuführen.</translation>
    </message>
    <message>
        <source>Rank %1 never goes on: %2 does not get what it needs.</source>
        <translation>Rank %1 kommt nie weiter: %2 bekommt nicht, was nötig ist.</translation>
    </message>
    <message>
        <source>Rank %1 is idle for %2, though nothing holds %3: its rank is free and what it needs is there.</source>
        <translation>Rank %1 hat %2 lang Leerlauf, obwohl nichts %3 aufhält: Der Rank ist frei, und alles Nötige ist da.</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>The way takes %1.</source>
        <translation>Der Weg dauert %1.</translation>
    </message>
    <message>
        <source>Rank %1 is idle for %2: the pipeline fills, and its first value, the output of %3, comes at %4.</source>
        <translation>Rank %1 hat %2 lang Leerlauf: Die Pipeline füllt sich, und sein erster Wert, das Ergebnis von %3, kommt bei %4.</translation>
    </message>
</context>
<context>
    <name>check</name>
    <message>
        <source>%1 on rank %2 waits for %3, which stands behind it.</source>
        <translation>%1 auf Rank %2 wartet auf %3, das dahinter steht.</translation>
    </message>
    <message>
        <source>%1 on rank %2 waits for %3, and the ranks wait for each other in a circle: %4.</source>
        <translation>%1 auf Rank %2 wartet auf %3, und die Ranks warten im Kreis aufeinander: %4.</translation>
    </message>
    <message>
        <source>%1 on rank %2 waits for %3, which is not in the order yet.</source>
        <translation>%1 auf Rank %2 wartet auf %3, das noch nicht in der Reihenfolge ist.</translation>
    </message>
    <message>
        <source>Nothing is wrong: all ops are placed, and all of them run.</source>
        <translation>Nichts ist falsch: Alle Ops sind gesetzt, und alle laufen.</translation>
    </message>
    <message numerus="yes">
        <source>Nothing is wrong so far; %1 ops are not placed yet.</source>
        <comment>Nothing is wrong so far; %1 op is not placed yet.</comment>
        <translation>
            <numerusform>Bisher ist nichts falsch; %1 Op ist noch nicht gesetzt.</numerusform>
            <numerusform>Bisher ist nichts falsch; %1 Ops sind noch nicht gesetzt.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>coach</name>
    <message>
        <source>%1 on rank %2 waits for the gradient of %3. Only B makes it, so it comes %4 earlier once W is apart.</source>
        <translation>%1 auf Rank %2 wartet auf den Gradienten von %3. Nur B berechnet ihn, also kommt er um %4 früher, sobald W für sich steht.</translation>
    </message>
    <message>
        <source>No other rank waits for %1, but once W is apart it can run where rank %2 would be idle.</source>
        <translation>Kein anderer Rank wartet auf %1, aber steht W für sich, kann es laufen, wo Rank %2 Leerlauf hätte.</translation>
    </message>
    <message>
        <source>Together they take %1, one after the other %2.</source>
        <translation>Zusammen dauern sie %1, nacheinander %2.</translation>
    </message>
    <message>
        <source>Rank %1 then holds %2 instead of %3; its limit is %4.</source>
        <translation>Rank %1 hält dann %2 statt %3; seine Grenze ist %4.</translation>
    </message>
    <message>
        <source>The makespan falls from %1 to %2.</source>
        <translation>Die Gesamtdauer sinkt von %1 auf %2.</translation>
    </message>
    <message>
        <source>%1 on rank %2 waits for it.</source>
        <translation>%1 auf Rank %2 wartet darauf.</translation>
    </message>
    <message>
        <source>Nobody gains by having the B of %1 apart from its W.</source>
        <translation>Dass das B von %1 nicht bei seinem W steht, nützt niemandem.</translation>
    </message>
    <message>
        <source>Apart, each of the two starts as soon as what it needs is there.</source>
        <translation>Getrennt beginnt jede der beiden Ops, sobald da ist, was sie braucht.</translation>
    </message>
    <message>
        <source>A rank that steps at once does not wait for the slowest one before its next iteration.</source>
        <translation>Ein Rank, der sofort weitergeht, wartet vor seiner nächsten Iteration nicht auf den langsamsten.</translation>
    </message>
    <message>
        <source>All ranks then step by the norm of all gradients, and none has to go back.</source>
        <translation>Alle Ranks gehen dann nach der Norm aller Gradienten weiter, und keiner muss zurück.</translation>
    </message>
    <message>
        <source>The halves of the ranks are mirror images, so one of them does with half the weights.</source>
        <translation>Die Hälften der Ranks sind Spiegelbilder, also kommt eine mit der Hälfte der Gewichte aus.</translation>
    </message>
    <message>
        <source>Filling and draining take no longer then, and weigh less beside more work.</source>
        <translation>Füllen und Leeren dauern dann nicht länger und wiegen neben mehr Arbeit weniger.</translation>
    </message>
    <message>
        <source>Each microbatch that is held needs memory.</source>
        <translation>Jeder Microbatch, der gehalten wird, braucht Speicher.</translation>
    </message>
    <message>
        <source>Look at its numbers beside those of the one before.</source>
        <translation>Sieh auf seine Zahlen neben denen der vorigen.</translation>
    </message>
</context>
<context>
    <name>course</name>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Lesson %1 of %2</source>
        <translation>Lektion %1 von %2</translation>
    </message>
    <message>
        <source>Choose a lesson</source>
        <translation>Lektion wählen</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>geschafft</translation>
    </message>
    <message>
        <source>%1 of 100 points</source>
        <translation>%1 von 100 Punkten</translation>
    </message>
    <message>
        <source>Next lesson</source>
        <translation>Nächste Lektion</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>The board is starting …</source>
        <translation>Das Brett startet …</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Dein Name</translation>
    </message>
    <message>
        <source>No name</source>
        <translation>Kein Name</translation>
    </message>
    <message>
        <source>So that your teacher knows whose answers these are. Nothing is sent: it stands in the file that you hand in.</source>
        <translation>Damit deine Lehrkraft weiß, wessen Antworten das sind. Es wird nichts gesendet: Er steht in der Datei, die du abgibst.</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>Hand in</source>
        <translation>Abgeben</translation>
    </message>
    <message>
        <source>Saved as %1, where the browser keeps downloads; lessons in it: %2. Give this file to your teacher.</source>
        <translation>Als %1 gespeichert, wo der Browser Downloads ablegt; Lektionen darin: %2. Gib diese Datei deiner Lehrkraft.</translation>
    </message>
    <message>
        <source>There is nothing to hand in yet: nothing was done in any lesson.</source>
        <translation>Es gibt noch nichts abzugeben: In keiner Lektion wurde etwas getan.</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>My progress</source>
        <translation>Mein Stand</translation>
    </message>
    <message>
        <source>This browser keeps what you do until its data is cleared. A file takes it to another one.</source>
        <translation>Dieser Browser behält, was du tust, bis seine Daten gelöscht werden. Mit einer Datei kommt es in einen anderen.</translation>
    </message>
    <message>
        <source>This browser keeps nothing here: save your progress as a file before you leave.</source>
        <translation>Dieser Browser behält hier nichts: Sichere deinen Stand als Datei, bevor du gehst.</translation>
    </message>
    <message>
        <source>Save my progress</source>
        <translation>Meinen Stand sichern</translation>
    </message>
    <message>
        <source>Saved as %1, where the browser keeps downloads.</source>
        <translation>Als %1 gespeichert, wo der Browser Downloads ablegt.</translation>
    </message>
    <message>
        <source>Open my progress …</source>
        <translation>Meinen Stand öffnen …</translation>
    </message>
    <message>
        <source>This file holds no progress of a course.</source>
        <translation>Diese Datei enthält keinen Stand eines Kurses.</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Reached: %1</source>
        <translation>Erreicht: %1</translation>
    </message>
    <message>
        <source>Not reached: %1</source>
        <translation>Nicht erreicht: %1</translation>
    </message>
    <message>
        <source>What it is about</source>
        <translation>Worum es geht</translation>
    </message>
    <message>
        <source>Hints: %1</source>
        <translation>Tipps: %1</translation>
    </message>
    <message>
        <source>Hint %1 of %2</source>
        <translation>Tipp %1 von %2</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Show what is ready</source>
        <translation>Bereites zeigen</translation>
    </message>
    <message>
        <source>Coach</source>
        <translation>Coach</translation>
    </message>
    <message>
        <source>Take this step</source>
        <translation>Diesen Schritt tun</translation>
    </message>
    <message>
        <source>When the ranks step</source>
        <translation>Wann die Ranks weitergehen</translation>
    </message>
    <message>
        <source>Synchronous: all together</source>
        <translation>Synchron: alle zusammen</translation>
    </message>
    <message>
        <source>Post-validated: each at once</source>
        <translation>Nachgeprüft: jeder sofort</translation>
    </message>
    <message>
        <source>Score: %1 of 100</source>
        <translation>Punkte: %1 von 100</translation>
    </message>
    <message>
        <source>Score: counts once every op runs</source>
        <translation>Punkte: gezählt, sobald jede Op läuft</translation>
    </message>
    <message>
        <source>Somebody else</source>
        <translation>Jemand anders</translation>
    </message>
    <message>
        <source>Really? What was done here goes</source>
        <translation>Wirklich? Was hier getan wurde, geht verloren</translation>
    </message>
    <message>
        <source>What you reached</source>
        <translation>Was du erreicht hast</translation>
    </message>
    <message>
        <source>full at %1</source>
        <translation>voll bei %1</translation>
    </message>
    <message>
        <source>Show the answer</source>
        <translation>Antwort zeigen</translation>
    </message>
    <message>
        <source>Hide the answer</source>
        <translation>Antwort verbergen</translation>
    </message>
    <message>
        <source>This is the teacher&apos;s answer. Your own schedule waits unchanged.</source>
        <translation>Das ist die Antwort der Lehrkraft. Dein eigener Ablaufplan wartet unverändert.</translation>
    </message>
    <message>
        <source>Begin again</source>
        <translation>Von vorn beginnen</translation>
    </message>
    <message>
        <source>Really? The board goes back to its start</source>
        <translation>Wirklich? Das Brett geht an seinen Anfang zurück</translation>
    </message>
    <message>
        <source>Every rank has run all it has.</source>
        <translation>Jeder Rank hat alles ausgeführt.</translation>
    </message>
    <message>
        <source>From here on nobody waits between two blocks.</source>
        <translation>Von hier an wartet niemand zwischen zwei Blöcken.</translation>
    </message>
    <message>
        <source>Microbatches: %1</source>
        <translation>Microbatches: %1</translation>
    </message>
    <message>
        <source>Order of</source>
        <translation>Reihenfolge von</translation>
    </message>
    <message>
        <source>easy</source>
        <translation>leicht</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>mittel</translation>
    </message>
    <message>
        <source>hard</source>
        <translation>schwer</translation>
    </message>
    <message>
        <source>%1 minutes</source>
        <translation>%1 Minuten</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>nach %1</translation>
    </message>
</context>
<context>
    <name>csv</name>
    <message>
        <source>malformed compute schedule: sends and receives can&apos;t be placed, as rank %1 never gets to %2</source>
        <translation>fehlerhafter Rechenplan: Sende- und Empfangsaktionen lassen sich nicht setzen, weil Rank %1 nie zu %2 kommt</translation>
    </message>
    <message>
        <source>%1 needs two stages unsharded, but one may be active</source>
        <translation>%1 braucht zwei zusammengesetzte Stufen, aber nur eine darf aktiv sein</translation>
    </message>
    <message>
        <source>%1 is no action; one is written like 0F3, 1I3, 1W3, 1B3, 0SEND_F3, 1REDUCE_GRAD or (0F7;3B1)OVERLAP_F_B</source>
        <translation>%1 ist keine Aktion; man schreibt eine wie 0F3, 1I3, 1W3, 1B3, 0SEND_F3, 1REDUCE_GRAD oder (0F7;3B1)OVERLAP_F_B</translation>
    </message>
    <message>
        <source>%1: stages go up to %2</source>
        <translation>%1: Stufen gehen bis %2</translation>
    </message>
    <message>
        <source>%1: %2 is of a whole stage and has no microbatch</source>
        <translation>%1: %2 betrifft eine ganze Stufe und hat keinen Microbatch</translation>
    </message>
    <message>
        <source>%1 does not say its microbatch; PyTorch reads it and fails when it runs</source>
        <translation>%1 nennt seinen Microbatch nicht; PyTorch liest es und scheitert beim Ausführen</translation>
    </message>
    <message>
        <source>%1 has %2 behind the action, which PyTorch would overlook</source>
        <translation>%1 hat hinter der Aktion %2, was PyTorch übersehen würde</translation>
    </message>
    <message>
        <source>%1: microbatches go up to %2</source>
        <translation>%1: Microbatches gehen bis %2</translation>
    </message>
    <message>
        <source>%1: an overlapped pair is two actions</source>
        <translation>%1: Ein überlapptes Paar sind zwei Aktionen</translation>
    </message>
    <message>
        <source>%1: an overlapped pair is an F and then an I or B</source>
        <translation>%1: Ein überlapptes Paar ist ein F und dann ein I oder B</translation>
    </message>
    <message>
        <source>is empty, but each row is a rank; a rank without actions is written %1</source>
        <translation>ist leer, aber jede Zeile ist ein Rank; ein Rank ohne Aktionen wird %1 geschrieben</translation>
    </message>
    <message>
        <source>holds more than %1 actions</source>
        <translation>enthält mehr als %1 Aktionen</translation>
    </message>
    <message>
        <source>this is binary data, not CSV</source>
        <translation>dies sind Binärdaten, keine CSV</translation>
    </message>
    <message>
        <source>there are more than %1 rows, and each is a rank</source>
        <translation>es gibt mehr als %1 Zeilen, und jede ist ein Rank</translation>
    </message>
    <message>
        <source>no cell holds an action</source>
        <translation>keine Zelle enthält eine Aktion</translation>
    </message>
    <message>
        <source>BW belongs to the dialect before torch 2.6, but the file also holds an I (%1), which came after it</source>
        <translation>BW gehört zum Dialekt vor torch 2.6, aber die Datei enthält auch ein I (%1), das danach kam</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a communication action, and compute_only has none</source>
        <translation>„%1“ ist eine Kommunikationsaktion, und compute_only hat keine</translation>
    </message>
    <message>
        <source>stage %1 stands in row %2 already, and a stage has one rank</source>
        <translation>Stufe %1 steht schon in Zeile %2, und eine Stufe hat einen Rank</translation>
    </message>
    <message>
        <source>no action is of stage %1; stages count from 0 to %2</source>
        <translation>keine Aktion gehört zu Stufe %1; Stufen zählen von 0 bis %2</translation>
    </message>
    <message>
        <source>no action is of microbatch %1; microbatches count from 0 to %2</source>
        <translation>keine Aktion gehört zu Microbatch %1; Microbatches zählen von 0 bis %2</translation>
    </message>
    <message>
        <source>%1 stages with %2 microbatches are more than a schedule can have</source>
        <translation>%1 Stufen mit %2 Microbatches sind mehr, als ein Ablaufplan haben kann</translation>
    </message>
    <message>
        <source>there is no order to write</source>
        <translation>es gibt keine Reihenfolge zu schreiben</translation>
    </message>
    <message>
        <source>%1 is an overlapped pair, which torch 2.%2 does not know yet; 2.9 does</source>
        <translation>%1 ist ein überlapptes Paar, das torch 2.%2 noch nicht kennt; 2.9 kennt es</translation>
    </message>
    <message>
        <source>with idle cells the file would have %1 cells; write it without</source>
        <translation>mit leeren Zellen hätte die Datei %1 Zellen; sie ohne diese schreiben</translation>
    </message>
    <message>
        <source>%1 comes before %2</source>
        <translation>%1 kommt vor %2</translation>
    </message>
    <message>
        <source>%1 (row %2, column %3)</source>
        <translation>%1 (Zeile %2, Spalte %3)</translation>
    </message>
    <message>
        <source>%1 stands here again, first %2; PyTorch counts it once and runs it twice</source>
        <translation>%1 steht hier noch einmal, zuerst %2; PyTorch zählt es einmal und führt es zweimal aus</translation>
    </message>
    <message>
        <source>%1 is the whole backward, but %2 is there too, so gradients would be added twice</source>
        <translation>%1 ist der ganze Rückwärtsschritt, aber %2 ist auch da, also würden Gradienten zweimal addiert</translation>
    </message>
    <message>
        <source>the backward of stage %1, microbatch %2 is missing: %3, or %4 and %5</source>
        <translation>der Rückwärtsschritt von Stufe %1, Microbatch %2 fehlt: %3 oder %4 und %5</translation>
    </message>
    <message>
        <source>%1 has no %2; the backward is one B, or an I and a W</source>
        <translation>%1 hat kein %2; der Rückwärtsschritt ist ein B oder ein I und ein W</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1 fehlt</translation>
    </message>
    <message>
        <source>%1 comes after %2: PyTorch keeps losses in the order in which the last stage runs and takes them by microbatch, so the backward would start from a wrong loss; forwards of the last stage must ascend</source>
        <translation>%1 kommt nach %2: PyTorch behält die Losses in der Reihenfolge, in der die letzte Stufe läuft, und nimmt sie nach Microbatch, also begänne der Rückwärtsschritt mit einem falschen Loss; Vorwärtsschritte der letzten Stufe müssen aufsteigen</translation>
    </message>
    <message>
        <source>%1: both are of one microbatch, so the backward can&apos;t overlap the forward that it needs</source>
        <translation>%1: beide gehören zu einem Microbatch, also kann der Rückwärtsschritt den Vorwärtsschritt, den er braucht, nicht überlappen</translation>
    </message>
    <message>
        <source>%1: TorchTitan&apos;s GraphPP overlaps an F with a whole B only, not with an I</source>
        <translation>%1: GraphPP von TorchTitan überlappt ein F nur mit einem ganzen B, nicht mit einem I</translation>
    </message>
    <message>
        <source>a byte order mark stands in front of the first cell, which PyTorch then can&apos;t read</source>
        <translation>vor der ersten Zelle steht eine Byte-Reihenfolge-Marke; PyTorch kann die Zelle dann nicht lesen</translation>
    </message>
    <message>
        <source>this is the dialect before torch 2.6, in which B is the input gradient and BW the whole backward; newer ones write I and B</source>
        <translation>dies ist der Dialekt vor torch 2.6, in dem B der Gradient der Eingabe und BW der ganze Rückwärtsschritt ist; neuere schreiben I und B</translation>
    </message>
    <message>
        <source>this rank has nothing to run, but PyTorch gives each a stage</source>
        <translation>dieser Rank hat nichts auszuführen, aber PyTorch gibt jedem eine Stufe</translation>
    </message>
    <message>
        <source>stages lie on the ranks neither in a loop nor in a V of two each; TorchTitan and NeMo place them by the schedule&apos;s name, never by the CSV, and stop at the first action of a stage that they don&apos;t have</source>
        <translation>die Stufen liegen weder reihum noch in einem V von je zweien auf den Ranks; TorchTitan und NeMo verteilen sie nach dem Namen des Ablaufplans, nie nach der CSV, und halten bei der ersten Aktion einer Stufe an, die sie nicht haben</translation>
    </message>
    <message>
        <source>backwards are split into I and W, which fails on compiled stages and on stages that hand on anything but tensors; there, fuse them into B</source>
        <translation>Rückwärtsschritte sind in I und W geteilt, was bei kompilierten Stufen scheitert und bei Stufen, die etwas anderes als Tensoren weitergeben; dort zu B verschmelzen</translation>
    </message>
    <message>
        <source>%1; and %2 more of this kind</source>
        <translation>%1; und %2 weitere dieser Art</translation>
    </message>
    <message>
        <source>rank %1 stands at %2 and waits for %3</source>
        <translation>Rank %1 steht bei %2 und wartet auf %3</translation>
    </message>
    <message>
        <source>%1, and so on around %2 ranks</source>
        <translation>%1, und so weiter über %2 Ranks im Kreis</translation>
    </message>
    <message>
        <source>malformed compute schedule, whose sends and receives can&apos;t be placed: %1</source>
        <translation>fehlerhafter Ablaufplan, dessen Sendungen und Empfänge sich nicht einfügen lassen: %1</translation>
    </message>
    <message>
        <source>%1 has no %2 in row %3, so it hangs</source>
        <translation>%1 hat kein %2 in Zeile %3, also bleibt es hängen</translation>
    </message>
    <message>
        <source>%1 is of a microbatch that nothing computes</source>
        <translation>%1 gehört zu einem Microbatch, den nichts berechnet</translation>
    </message>
    <message>
        <source>%1: there is no stage %2 at the other end</source>
        <translation>%1: am anderen Ende gibt es keine Stufe %2</translation>
    </message>
    <message>
        <source>%1: stages %2 and %3 share a rank, between them nothing is sent</source>
        <translation>%1: Die Stufen %2 und %3 teilen sich einen Rank, zwischen ihnen wird nichts gesendet</translation>
    </message>
    <message>
        <source>%1 stands here again, first %2</source>
        <translation>%1 steht hier noch einmal, zuerst %2</translation>
    </message>
    <message>
        <source>%1 comes before the F whose output it sends</source>
        <translation>%1 kommt vor dem F, dessen Ausgabe es sendet</translation>
    </message>
    <message>
        <source>%1 comes before the I or B whose output it sends</source>
        <translation>%1 kommt vor dem I oder B, dessen Ausgabe es sendet</translation>
    </message>
    <message>
        <source>%1 comes after the F that needs it</source>
        <translation>%1 kommt nach dem F, das es braucht</translation>
    </message>
    <message>
        <source>%1 comes after the I or B that needs it</source>
        <translation>%1 kommt nach dem I oder B, das es braucht</translation>
    </message>
    <message>
        <source>%1 comes before any %2</source>
        <translation>%1 kommt vor jedem %2</translation>
    </message>
    <message>
        <source>nothing sends its output: %1 and %2 are missing</source>
        <translation>nichts sendet seine Ausgabe: %1 und %2 fehlen</translation>
    </message>
    <message>
        <source>%1 meets %2 (row %3, column %4): messages from one rank to another match in order, so sends and receives must stand alike</source>
        <translation>%1 trifft auf %2 (Zeile %3, Spalte %4): Nachrichten von einem Rank zum anderen gehören der Reihe nach zusammen, also müssen Sendungen und Empfänge in gleicher Folge stehen</translation>
    </message>
    <message>
        <source>%1 has no %2, though this file has waits</source>
        <translation>%1 hat kein %2, obwohl diese Datei Warteaktionen hat</translation>
    </message>
    <message>
        <source>sends have no WAIT_SEND_F and WAIT_SEND_B, which torch 2.15 and newer ask for in compute_comms</source>
        <translation>Sendungen haben kein WAIT_SEND_F und WAIT_SEND_B, die torch ab 2.15 in compute_comms verlangt</translation>
    </message>
    <message>
        <source>an empty cell: compute_comms has no idle ticks and no comma at the end of a row</source>
        <translation>eine leere Zelle: compute_comms hat keine Leertakte und kein Komma am Zeilenende</translation>
    </message>
    <message>
        <source>nothing is sent between the ranks, so this is no compute_comms; without its actions on whole stages it is a compute_only file (what PyTorch shows of its 1F1B looks like this)</source>
        <translation>zwischen den Ranks wird nichts gesendet, also ist dies kein compute_comms; ohne seine Aktionen auf ganzen Stufen ist es eine Datei compute_only (was PyTorch von seinem 1F1B zeigt, sieht so aus)</translation>
    </message>
    <message>
        <source>%1REDUCE_GRAD has no WAIT_REDUCE_GRAD behind it</source>
        <translation>auf %1REDUCE_GRAD folgt kein WAIT_REDUCE_GRAD</translation>
    </message>
    <message>
        <source>%1 comes after its stage&apos;s REDUCE_GRAD, so its gradient is not reduced</source>
        <translation>%1 kommt nach dem REDUCE_GRAD seiner Stufe, also wird sein Gradient nicht reduziert</translation>
    </message>
    <message>
        <source>%1 runs while its stage is sharded; an UNSHARD must come before</source>
        <translation>%1 läuft, während seine Stufe aufgeteilt ist; davor muss ein UNSHARD kommen</translation>
    </message>
    <message>
        <source>%1: the stage is unsharded already</source>
        <translation>%1: Die Stufe ist schon zusammengeführt</translation>
    </message>
    <message>
        <source>%1: the stage is not unsharded here</source>
        <translation>%1: Die Stufe ist hier nicht zusammengeführt</translation>
    </message>
    <message>
        <source>%1 stands here again; a stage is reduced once</source>
        <translation>%1 steht hier noch einmal; eine Stufe wird einmal reduziert</translation>
    </message>
    <message>
        <source>%1 starts while %2REDUCE_GRAD is not waited for</source>
        <translation>%1 beginnt, während auf %2REDUCE_GRAD nicht gewartet ist</translation>
    </message>
    <message>
        <source>%1 does not follow a %2REDUCE_GRAD</source>
        <translation>%1 folgt auf kein %2REDUCE_GRAD</translation>
    </message>
    <message>
        <source>%1REDUCE_GRAD is missing: since torch 2.10 gradients are reduced and scaled there and nowhere else</source>
        <translation>%1REDUCE_GRAD fehlt: Seit torch 2.10 werden Gradienten dort reduziert und skaliert und nirgends sonst</translation>
    </message>
    <message numerus="yes">
        <source>%1 gaps are left out: each rank goes on as early as it can</source>
        <comment>%1 gap is left out: each rank goes on as early as it can</comment>
        <translation>
            <numerusform>%1 Lücke entfällt: Jeder Rank fährt so früh wie möglich fort</numerusform>
            <numerusform>%1 Lücken entfallen: Jeder Rank fährt so früh wie möglich fort</numerusform>
        </translation>
    </message>
    <message>
        <source>some backwards are split and some are whole (BW), which only builds between torch 2.5 and 2.6 could read</source>
        <translation>manche Rückwärtsschritte sind geteilt und manche ganz (BW); das konnten nur Stände zwischen torch 2.5 und 2.6 lesen</translation>
    </message>
    <message>
        <source>written in the dialect before torch 2.6, which newer ones misread where there is a W</source>
        <translation>im Dialekt vor torch 2.6 geschrieben, den neuere falsch lesen, wo es ein W gibt</translation>
    </message>
    <message>
        <source>torch before 2.7 takes the placement from its constructor, not from the CSV</source>
        <translation>torch vor 2.7 nimmt die Verteilung aus seinem Konstruktor, nicht aus der CSV</translation>
    </message>
    <message>
        <source>written without REDUCE_GRAD, which torch 2.10 and newer need and older ones can&apos;t read</source>
        <translation>ohne REDUCE_GRAD geschrieben, das torch ab 2.10 braucht und ältere nicht lesen können</translation>
    </message>
    <message>
        <source>how microbatches differ is left out: the file says an order and no times</source>
        <translation>wie sich Microbatches unterscheiden, entfällt: Die Datei nennt eine Reihenfolge und keine Zeiten</translation>
    </message>
    <message>
        <source>PyTorch has one direction of microbatches and one copy of each stage, this schedule has two; where they are mirror images, cut it in half (DualPipe becomes DualPipeV) and take that</source>
        <translation>PyTorch kennt eine Richtung der Microbatches und eine Kopie jeder Stufe, dieser Ablaufplan hat zwei; wo sie Spiegelbilder sind, halbieren (aus DualPipe wird DualPipeV) und das nehmen</translation>
    </message>
    <message>
        <source>PyTorch has one direction of microbatches and one copy of each stage, this schedule has %1 of each</source>
        <translation>PyTorch kennt eine Richtung der Microbatches und eine Kopie jeder Stufe, dieser Ablaufplan hat je %1</translation>
    </message>
    <message>
        <source>a CSV holds one pipeline for PyTorch, and this schedule has %1 replicas of one; take the schedule that they are copies of</source>
        <translation>eine CSV enthält eine Pipeline für PyTorch, und dieser Ablaufplan hat %1 Repliken einer solchen; den Ablaufplan nehmen, dessen Kopien sie sind</translation>
    </message>
    <message>
        <source>PyTorch has no recomputation of its own, so it can&apos;t run %1; wrap the stage&apos;s layers in checkpoint() and leave R out</source>
        <translation>PyTorch rechnet von sich aus nichts noch einmal und kann %1 nicht ausführen; die Schichten der Stufe in checkpoint() hüllen und R weglassen</translation>
    </message>
    <message>
        <source>PyTorch has no parts of W; this schedule cuts W into %1, so fuse B and W first</source>
        <translation>PyTorch kennt keine Teile von W; dieser Ablaufplan zerlegt W in %1, also zuerst B und W verschmelzen</translation>
    </message>
    <message>
        <source>PyTorch can&apos;t run it: %1</source>
        <translation>PyTorch kann es nicht ausführen: %1</translation>
    </message>
    <message>
        <source>%1 is an action of other builds, which PyTorch up to 2.15 does not read; converting the file writes the actions that it stands for</source>
        <translation>%1 ist eine Aktion anderer Fassungen, die PyTorch bis 2.15 nicht liest; wer die Datei umwandelt, schreibt die Aktionen, für die sie steht</translation>
    </message>
    <message>
        <source>%1 is of a stage that is first and last; between its two halves nothing goes to other stages, and here there are %2</source>
        <translation>%1 gehört einer Stufe, die erste und letzte ist; zwischen ihren beiden Hälften geht nichts an andere Stufen, und hier gibt es %2</translation>
    </message>
    <message>
        <source>%1 stands where %2 (row %3, column %4) comes first: a transport with tags tells them apart, one without swaps them</source>
        <translation>%1 steht, wo %2 (Zeile %3, Spalte %4) zuerst kommt: Ein Transport mit Kennzeichen unterscheidet sie, einer ohne vertauscht sie</translation>
    </message>
    <message>
        <source>this file separates with tabs; PyTorch&apos;s CSV has commas</source>
        <translation>diese Datei trennt mit Tabulatoren; das CSV von PyTorch hat Kommas</translation>
    </message>
    <message>
        <source>this file separates with semicolons; PyTorch&apos;s CSV has commas</source>
        <translation>diese Datei trennt mit Strichpunkten; das CSV von PyTorch hat Kommas</translation>
    </message>
    <message>
        <source>%1: a batch holds sends and receives only</source>
        <translation>%1: Ein Bündel enthält nur Senden und Empfangen</translation>
    </message>
    <message>
        <source>there is no REDUCE_GRAD, so the file is for torch 2.6 to 2.9: since 2.10 gradients are reduced and scaled there and nowhere else</source>
        <translation>Es gibt kein REDUCE_GRAD, also ist die Datei für torch 2.6 bis 2.9: Seit 2.10 werden Gradienten dort reduziert und skaliert und nirgends sonst</translation>
    </message>
</context>
<context>
    <name>deadlock</name>
    <message>
        <source>rank %1 is stuck at %2, which waits for %3 on rank %4</source>
        <translation>Rank %1 hängt an %2, das auf %3 von Rank %4 wartet</translation>
    </message>
    <message>
        <source>rank %1 is stuck at %2, which waits for %3</source>
        <translation>Rank %1 hängt an %2, das auf %3 wartet</translation>
    </message>
    <message>
        <source>rank %1 holds %2 until %3, which waits for %4 on rank %5</source>
        <translation>Rank %1 hält %2 bis nach %3 zurück, das auf %4 von Rank %5 wartet</translation>
    </message>
    <message>
        <source>rank %1 holds %2 until %3, which waits for %4</source>
        <translation>Rank %1 hält %2 bis nach %3 zurück, das auf %4 wartet</translation>
    </message>
</context>
<context>
    <name>edit</name>
    <message numerus="yes">
        <source>%1 ops</source>
        <comment>%1 op</comment>
        <translation>
            <numerusform>%1 Op</numerusform>
            <numerusform>%1 Ops</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 blocks</source>
        <comment>%1 block</comment>
        <translation>
            <numerusform>%1 Block</numerusform>
            <numerusform>%1 Blöcke</numerusform>
        </translation>
    </message>
    <message>
        <source>Move %1 to the end of rank %2</source>
        <translation>%1 ans Ende von Rank %2 verschieben</translation>
    </message>
    <message>
        <source>Move %1 before %2</source>
        <translation>%1 vor %2 verschieben</translation>
    </message>
    <message>
        <source>Move %1 one place earlier</source>
        <translation>%1 einen Platz nach vorn verschieben</translation>
    </message>
    <message>
        <source>Move %1 one place later</source>
        <translation>%1 einen Platz nach hinten verschieben</translation>
    </message>
    <message>
        <source>Move %1 %2 places earlier</source>
        <translation>%1 um %2 Plätze nach vorn verschieben</translation>
    </message>
    <message>
        <source>Move %1 %2 places later</source>
        <translation>%1 um %2 Plätze nach hinten verschieben</translation>
    </message>
    <message>
        <source>Place %1</source>
        <translation>%1 setzen</translation>
    </message>
    <message numerus="yes">
        <source>Place %1 ops</source>
        <comment>Place %1 op</comment>
        <translation>
            <numerusform>%1 Op setzen</numerusform>
            <numerusform>%1 Ops setzen</numerusform>
        </translation>
    </message>
    <message>
        <source>Take %1 out of the order</source>
        <translation>%1 aus der Reihenfolge nehmen</translation>
    </message>
    <message numerus="yes">
        <source>Take %1 ops out of the order</source>
        <comment>Take %1 op out of the order</comment>
        <translation>
            <numerusform>%1 Op aus der Reihenfolge nehmen</numerusform>
            <numerusform>%1 Ops aus der Reihenfolge nehmen</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove the gap before %1</source>
        <translation>Lücke vor %1 entfernen</translation>
    </message>
    <message>
        <source>Set the gap before %1 to %2</source>
        <translation>Lücke vor %1 auf %2 setzen</translation>
    </message>
    <message>
        <source>Host stage %1 on rank %2</source>
        <translation>Stufe %1 auf Rank %2 legen</translation>
    </message>
    <message>
        <source>Split %1 into B and W</source>
        <translation>%1 in B und W teilen</translation>
    </message>
    <message numerus="yes">
        <source>Split %1 selected ops into B and W</source>
        <comment>Split %1 selected op into B and W</comment>
        <translation>
            <numerusform>%1 ausgewählte Op in B und W teilen</numerusform>
            <numerusform>%1 ausgewählte Ops in B und W teilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Fuse %1 with its other half</source>
        <translation>%1 mit seiner anderen Hälfte verschmelzen</translation>
    </message>
    <message numerus="yes">
        <source>Fuse B and W of %1 selected ops</source>
        <comment>Fuse B and W of %1 selected op</comment>
        <translation>
            <numerusform>B und W von %1 ausgewählten Op verschmelzen</numerusform>
            <numerusform>B und W von %1 ausgewählten Ops verschmelzen</numerusform>
        </translation>
    </message>
    <message>
        <source>Run %1 and %2 as a pair</source>
        <translation>%1 und %2 als Paar ausführen</translation>
    </message>
    <message>
        <source>Take the pair of %1 apart</source>
        <translation>Paar von %1 zerlegen</translation>
    </message>
    <message>
        <source>Cut the schedule in half</source>
        <translation>Ablaufplan halbieren</translation>
    </message>
    <message>
        <source>%1 waits for %2, which is not placed</source>
        <translation>%1 wartet auf %2, das nicht gesetzt ist</translation>
    </message>
    <message>
        <source>valid</source>
        <translation>gültig</translation>
    </message>
    <message>
        <source>right so far</source>
        <translation>bis hierher richtig</translation>
    </message>
    <message>
        <source>Take another schedule</source>
        <translation>Einen anderen Ablaufplan nehmen</translation>
    </message>
    <message>
        <source>Repeat the building block every %1</source>
        <translation>Baustein alle %1 wiederholen</translation>
    </message>
    <message>
        <source>Draw the order together</source>
        <translation>Reihenfolge zusammenziehen</translation>
    </message>
    <message>
        <source>nothing new is wrong</source>
        <translation>nichts Neues ist falsch</translation>
    </message>
</context>
<context>
    <name>engine</name>
    <message>
        <source>the launcher of %1 started %2 processes, but this engine speaks %3, in which each of them is alone; start it with the mpirun of that MPI, which --launch can name, or with --in-process</source>
        <translation>%1 hat %2 Prozesse gestartet, aber diese Engine spricht %3, und darin ist jeder von ihnen allein; starten Sie sie mit dem mpirun dieses MPI, das --launch nennen kann, oder mit --in-process</translation>
    </message>
    <message>
        <source>was killed by %1</source>
        <translation>wurde durch %1 beendet</translation>
    </message>
    <message>
        <source>ended with exit code %1</source>
        <translation>endete mit Rückgabewert %1</translation>
    </message>
    <message>
        <source>the text to learn could not be read: %1</source>
        <translation>der zu lernende Text war nicht zu lesen: %1</translation>
    </message>
    <message>
        <source>the model&apos;s %1 is %2; it must be between %3 and %4</source>
        <translation>%1 des Modells ist %2; erlaubt ist %3 bis %4</translation>
    </message>
    <message>
        <source>number of layers</source>
        <translation>die Zahl der Schichten</translation>
    </message>
    <message>
        <source>width</source>
        <translation>die Breite</translation>
    </message>
    <message>
        <source>number of heads</source>
        <translation>die Zahl der Köpfe</translation>
    </message>
    <message>
        <source>context</source>
        <translation>der Kontext</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>das Vokabular</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>der Batch</translation>
    </message>
    <message>
        <source>there is no backend &quot;%1&quot;; there are cpu and cuda</source>
        <translation>es gibt kein Backend „%1“; es gibt cpu und cuda</translation>
    </message>
    <message>
        <source>the backend cuda runs at full speed only; a paced run needs the backend cpu</source>
        <translation>das Backend cuda läuft nur mit voller Geschwindigkeit; ein getakteter Lauf braucht das Backend cpu</translation>
    </message>
    <message>
        <source>a rank computes with 1 to %1 threads; %2 were asked for</source>
        <translation>ein Rank rechnet mit 1 bis %1 Threads; verlangt wurden %2</translation>
    </message>
    <message>
        <source>a run has at least one step; %1 were asked for</source>
        <translation>ein Lauf hat mindestens einen Schritt; verlangt wurden %1</translation>
    </message>
    <message>
        <source>the learning rate must be a number that is not negative</source>
        <translation>die Lernrate muss eine nicht negative Zahl sein</translation>
    </message>
    <message>
        <source>the program of rank %1 does not run the plan&apos;s order</source>
        <translation>das Programm von Rank %1 führt nicht die Reihenfolge des Plans aus</translation>
    </message>
    <message>
        <source>the ranks up to %1 would need %2 GiB of memory; this machine has %3</source>
        <translation>die Ranks bis %1 bräuchten %2 GiB Speicher; dieser Rechner hat %3</translation>
    </message>
    <message>
        <source>rank %1 would need %2 GiB of memory; this machine has %3</source>
        <translation>Rank %1 bräuchte %2 GiB Speicher; dieser Rechner hat %3</translation>
    </message>
    <message>
        <source>the model&apos;s width %1 is not a multiple of its %2 heads</source>
        <translation>die Breite %1 des Modells ist kein Vielfaches seiner %2 Köpfe</translation>
    </message>
    <message>
        <source>the model is cut into %1 stages; the schedule has %2</source>
        <translation>das Modell ist in %1 Stufen geschnitten; der Ablaufplan hat %2</translation>
    </message>
    <message>
        <source>the layers of the stages do not add up to the model&apos;s %1</source>
        <translation>die Schichten der Stufen ergeben nicht die %1 des Modells</translation>
    </message>
    <message>
        <source>a value between two stages would be larger than 2 GiB; take a smaller batch, context or width</source>
        <translation>ein Wert zwischen zwei Stufen wäre größer als 2 GiB; Batch, Kontext oder Breite kleiner wählen</translation>
    </message>
    <message>
        <source>the schedule is not valid: %1</source>
        <translation>der Ablaufplan ist nicht gültig: %1</translation>
    </message>
    <message>
        <source>the plan has no order</source>
        <translation>der Plan hat keine Reihenfolge</translation>
    </message>
    <message>
        <source>the programs can&apos;t be run: %1</source>
        <translation>die Programme lassen sich nicht ausführen: %1</translation>
    </message>
    <message>
        <source>there is no rank %1 that could come to harm</source>
        <translation>es gibt keinen Rank %1, der zu Schaden kommen könnte</translation>
    </message>
    <message>
        <source>the text to learn has more than 256 MiB</source>
        <translation>der zu lernende Text hat mehr als 256 MiB</translation>
    </message>
    <message>
        <source>%1; a context of %2 tokens needs at least %3</source>
        <translation>%1; ein Kontext von %2 Token braucht mindestens %3</translation>
    </message>
    <message>
        <source>the text has %1 bytes</source>
        <translation>der Text hat %1 Bytes</translation>
    </message>
    <message>
        <source>the text has %1 bytes to learn from</source>
        <translation>der Text hat %1 Bytes zum Lernen</translation>
    </message>
    <message>
        <source>the text&apos;s part for validation has %1 bytes</source>
        <translation>der Teil des Textes zur Validierung hat %1 Bytes</translation>
    </message>
    <message>
        <source>the schedule has more transfers in a step than this MPI can tell apart (%1)</source>
        <translation>der Ablaufplan hat in einem Schritt mehr Transfers, als dieses MPI unterscheiden kann (%1)</translation>
    </message>
    <message>
        <source>no run request came</source>
        <translation>es kam kein Laufauftrag</translation>
    </message>
    <message>
        <source>the run request is wrong: %1</source>
        <translation>der Laufauftrag ist falsch: %1</translation>
    </message>
    <message>
        <source>the backend cuda can&apos;t be loaded: %1</source>
        <translation>das Backend cuda lässt sich nicht laden: %1</translation>
    </message>
    <message>
        <source>no GPU: %1</source>
        <translation>keine GPU: %1</translation>
    </message>
    <message>
        <source>the trained weights of stage %1 are no numbers; a smaller learning rate may help</source>
        <translation>die gelernten Gewichte von Stufe %1 sind keine Zahlen; eine kleinere Lernrate kann helfen</translation>
    </message>
    <message>
        <source>the gradients of %1 steps in a row were no finite numbers; a smaller learning rate may help</source>
        <translation>die Gradienten von %1 Schritten nacheinander waren keine endlichen Zahlen; eine kleinere Lernrate kann helfen</translation>
    </message>
    <message>
        <source>the loss of step %1 is no number; a smaller learning rate may help</source>
        <translation>der Verlust von Schritt %1 ist keine Zahl; eine kleinere Lernrate kann helfen</translation>
    </message>
    <message>
        <source>the rank has not moved for more than %1 s</source>
        <translation>der Rank hat sich mehr als %1 s nicht bewegt</translation>
    </message>
    <message>
        <source>rank %1 (process %2 on %3) has ended unexpectedly</source>
        <translation>Rank %1 (Prozess %2 auf %3) ist unerwartet zu Ende gegangen</translation>
    </message>
    <message>
        <source>there is not enough memory for this model</source>
        <translation>für dieses Modell reicht der Speicher nicht</translation>
    </message>
    <message>
        <source>a library gave up: %1</source>
        <translation>eine Bibliothek gab auf: %1</translation>
    </message>
    <message>
        <source>the two copies of a stage have come apart</source>
        <translation>die beiden Kopien einer Stufe sind auseinandergelaufen</translation>
    </message>
    <message>
        <source>rank %1 does not answer; on rank %2, %3</source>
        <translation>Rank %1 antwortet nicht; von Rank %2 gemeldet: %3</translation>
    </message>
    <message>
        <source>%1 for more than %2 s</source>
        <translation>%1, länger als %2 s</translation>
    </message>
    <message>
        <source>%1 has waited for %2 from rank %3</source>
        <translation>%1 hat auf %2 von Rank %3 gewartet</translation>
    </message>
    <message>
        <source>it has waited for the start of step %1</source>
        <translation>er hat auf den Beginn von Schritt %1 gewartet</translation>
    </message>
    <message>
        <source>it has waited for the end of %1 of rank %2</source>
        <translation>er hat auf das Ende von %1 von Rank %2 gewartet</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>step %1 has waited for the gradients of the other copy of stage %2 on rank %3</source>
        <translation>Schritt %1 hat auf die Gradienten der anderen Kopie von Stufe %2 auf Rank %3 gewartet</translation>
    </message>
    <message>
        <source>step %1 has waited for the norm of rank %2</source>
        <translation>Schritt %1 hat auf die Norm von Rank %2 gewartet</translation>
    </message>
    <message>
        <source>step %1 has waited for the decision of rank %2</source>
        <translation>Schritt %1 hat auf die Entscheidung von Rank %2 gewartet</translation>
    </message>
    <message>
        <source>it has waited for the clock of rank %1</source>
        <translation>er hat auf die Uhr von Rank %1 gewartet</translation>
    </message>
    <message>
        <source>it has waited for all others to start</source>
        <translation>er hat darauf gewartet, dass alle anderen beginnen</translation>
    </message>
    <message>
        <source>it has waited for the end of the run</source>
        <translation>er hat auf das Ende des Laufs gewartet</translation>
    </message>
    <message>
        <source>it waits for %1 (transfer %2), which rank %3 has not sent</source>
        <translation>er wartet auf %1 (Transfer %2), was Rank %3 nicht gesendet hat</translation>
    </message>
    <message>
        <source>%1; that rank is at %2</source>
        <translation>%1; dieser Rank ist bei %2</translation>
    </message>
    <message>
        <source>it waits for %1 (transfer %2), which rank %3 has sent: it was lost on the way</source>
        <translation>er wartet auf %1 (Transfer %2), was Rank %3 gesendet hat: Es ging unterwegs verloren</translation>
    </message>
    <message>
        <source>it does not end</source>
        <translation>er endet nicht</translation>
    </message>
    <message>
        <source>a call to the GPU has not come back for more than %1 s</source>
        <translation>ein Aufruf der GPU ist mehr als %1 s nicht zurückgekommen</translation>
    </message>
    <message>
        <source>%1; it said: %2</source>
        <translation>%1; gemeldet wurde: %2</translation>
    </message>
    <message>
        <source>the engine wrote a line without an end; the run was ended</source>
        <translation>die Engine schrieb eine Zeile ohne Ende; der Lauf wurde beendet</translation>
    </message>
    <message>
        <source>the engine wrote what is no event (%1): %2</source>
        <translation>die Engine schrieb, was kein Ereignis ist (%1): %2</translation>
    </message>
    <message>
        <source>the engine spoke before it said hello</source>
        <translation>die Engine sprach, bevor sie sich meldete</translation>
    </message>
    <message>
        <source>the engine makes no sense: %1</source>
        <translation>die Angaben der Engine ergeben keinen Sinn: %1</translation>
    </message>
    <message>
        <source>the engine speaks version %1 of the protocol, this program version %2; install both from one release</source>
        <translation>die Engine spricht Version %1 des Protokolls, dieses Programm Version %2; beide aus einer Ausgabe installieren</translation>
    </message>
    <message>
        <source>the engine did not say hello</source>
        <translation>die Engine meldete sich nicht</translation>
    </message>
    <message>
        <source>%1 is gone %2; the run was ended</source>
        <translation>%1 ist fort, und zwar %2; der Lauf wurde beendet</translation>
    </message>
    <message>
        <source>a rank</source>
        <translation>ein Rank</translation>
    </message>
    <message>
        <source>%1 was stopped by a signal %2 and did not go on; the run was ended</source>
        <translation>%1 wurde durch ein Signal angehalten, und zwar %2, und machte nicht weiter; der Lauf wurde beendet</translation>
    </message>
    <message>
        <source>the engine</source>
        <translation>die Engine</translation>
    </message>
    <message>
        <source>before it said hello</source>
        <translation>vor der ersten Meldung</translation>
    </message>
    <message>
        <source>before its ranks were ready</source>
        <translation>bevor die Ranks bereit waren</translation>
    </message>
    <message>
        <source>in step %1</source>
        <translation>in Schritt %1</translation>
    </message>
    <message>
        <source>%1 %2 %3; the run was ended</source>
        <translation>%1 %2, und zwar %3; der Lauf wurde beendet</translation>
    </message>
    <message>
        <source>%1 died %2; the run was ended</source>
        <translation>%1 starb, und zwar %2; der Lauf wurde beendet</translation>
    </message>
    <message>
        <source>%1 was killed by %2 %3</source>
        <translation>%1 wurde durch %2 beendet, und zwar %3</translation>
    </message>
    <message>
        <source>the engine ended with exit code %1 %2</source>
        <translation>die Engine endete mit Rückgabewert %1, und zwar %2</translation>
    </message>
    <message>
        <source>the launcher&apos;s command has a quote that never ends</source>
        <translation>der Befehl des Starters hat ein Anführungszeichen, das nie endet</translation>
    </message>
    <message>
        <source>the launcher&apos;s command is empty</source>
        <translation>der Befehl des Starters ist leer</translation>
    </message>
    <message>
        <source>the launcher %1 is not there</source>
        <translation>der Starter %1 ist nicht da</translation>
    </message>
    <message>
        <source>this lanewright-engine was built without MPI, so %1 can&apos;t start its ranks</source>
        <translation>diese lanewright-engine wurde ohne MPI gebaut, also kann %1 ihre Ranks nicht starten</translation>
    </message>
    <message>
        <source>lanewright-engine is not there: not beside this program, not on PATH, and LANEWRIGHT_ENGINE is not set</source>
        <translation>lanewright-engine ist nicht da: nicht neben diesem Programm, nicht im PATH, und LANEWRIGHT_ENGINE ist nicht gesetzt</translation>
    </message>
    <message>
        <source>%1 does not say what it can do; it is no lanewright-engine, or a broken one</source>
        <translation>%1 sagt nicht, was es kann; es ist keine lanewright-engine oder eine beschädigte</translation>
    </message>
    <message>
        <source>this lanewright-engine has no backend %1</source>
        <translation>diese lanewright-engine hat kein Backend %1</translation>
    </message>
    <message>
        <source>no pipe could be made: %1</source>
        <translation>es ließ sich keine Pipe anlegen: %1</translation>
    </message>
    <message>
        <source>%1 can&apos;t be started: %2</source>
        <translation>%1 lässt sich nicht starten: %2</translation>
    </message>
    <message>
        <source>%1 gives no answer</source>
        <translation>%1 gibt keine Antwort</translation>
    </message>
    <message>
        <source>the model&apos;s %1 layers are too few for %2 stages</source>
        <translation>die %1 Schichten des Modells sind zu wenige für %2 Stufen</translation>
    </message>
    <message>
        <source>layers_per_stage has %1 entries for %2 stages</source>
        <translation>layers_per_stage hat %1 Einträge für %2 Stufen</translation>
    </message>
    <message>
        <source>layers_per_stage has a negative entry</source>
        <translation>layers_per_stage hat einen negativen Eintrag</translation>
    </message>
    <message>
        <source>layers_per_stage adds up to %1, but the model has %2 layers</source>
        <translation>layers_per_stage ergibt zusammen %1, aber das Modell hat %2 Schichten</translation>
    </message>
    <message>
        <source>it started %1 ranks instead of %2</source>
        <translation>sie startete %1 Ranks statt %2</translation>
    </message>
    <message>
        <source>it reports spans of rank %1, step %2, which can&apos;t be</source>
        <translation>sie meldet Spannen von Rank %1, Schritt %2, was nicht sein kann</translation>
    </message>
    <message>
        <source>it reports a span of an op that the schedule does not have</source>
        <translation>sie meldet eine Spanne einer Op, die der Ablaufplan nicht hat</translation>
    </message>
    <message>
        <source>it ends step %1 where step %2 runs</source>
        <translation>sie beendet Schritt %1, wo Schritt %2 läuft</translation>
    </message>
    <message>
        <source>the GPU has done nothing</source>
        <translation>die GPU hat nichts getan</translation>
    </message>
    <message>
        <source>the block has not ended</source>
        <translation>der Block ist nicht zu Ende gegangen</translation>
    </message>
    <message>
        <source>%1 is no module of Lanewright</source>
        <translation>%1 ist kein Modul von Lanewright</translation>
    </message>
    <message>
        <source>no reason is given</source>
        <translation>ohne Angabe eines Grundes</translation>
    </message>
    <message>
        <source>GPUs are for the backend cuda; the backend %1 has none</source>
        <translation>GPUs gehören zum Backend cuda; das Backend %1 hat keine</translation>
    </message>
    <message>
        <source>the ranks are to sit on %1 GPUs, which takes a process for each; start the engine with mpirun -np %2</source>
        <translation>die Ranks sollen auf %1 GPUs sitzen, was je GPU einen Prozess braucht; die Engine mit mpirun -np %2 starten</translation>
    </message>
    <message>
        <source>there are %1 processes with a GPU each for %2 ranks; start no more than there are ranks</source>
        <translation>es gibt %1 Prozesse mit je einer GPU für %2 Ranks; nicht mehr starten, als es Ranks gibt</translation>
    </message>
    <message>
        <source>the list of seats has %1 entries for %2 ranks</source>
        <translation>die Liste der Plätze hat %1 Einträge für %2 Ranks</translation>
    </message>
    <message>
        <source>the list of seats names seat %1; there are %2, counted from 0</source>
        <translation>die Liste der Plätze nennt Platz %1; es gibt %2, gezählt ab 0</translation>
    </message>
    <message>
        <source>the list of seats leaves seat %1 empty</source>
        <translation>die Liste der Plätze lässt Platz %1 leer</translation>
    </message>
    <message>
        <source>the schedule has %1 ranks, but %2 processes were started; start the engine with mpirun -np %3, or with --in-process</source>
        <translation>der Ablaufplan hat %1 Ranks, gestartet wurden aber %2 Prozesse; die Engine mit mpirun -np %3 starten oder mit --in-process</translation>
    </message>
    <message>
        <source>the run request could not be read: %1</source>
        <translation>der Laufauftrag ließ sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>the run request is announced wrongly: %1</source>
        <translation>der Laufauftrag ist falsch angekündigt: %1</translation>
    </message>
    <message>
        <source>the run request was cut short: %1 of %2 bytes came</source>
        <translation>der Laufauftrag ist abgeschnitten: %1 von %2 Bytes kamen an</translation>
    </message>
    <message>
        <source>the run request did not reach this rank: %1</source>
        <translation>der Laufauftrag hat diesen Rank nicht erreicht: %1</translation>
    </message>
    <message>
        <source>there is not enough memory for this run</source>
        <translation>der Speicher reicht für diesen Lauf nicht</translation>
    </message>
    <message>
        <source>this MPI can&apos;t be used by a process with several threads</source>
        <translation>dieses MPI ist für Prozesse mit mehreren Threads nicht geeignet</translation>
    </message>
    <message>
        <source>the folder for the training state can&apos;t be made: %1</source>
        <translation>der Ordner für den Trainingsstand lässt sich nicht anlegen: %1</translation>
    </message>
    <message>
        <source>the folder for the training state can&apos;t be written to</source>
        <translation>in den Ordner für den Trainingsstand lässt sich nicht schreiben</translation>
    </message>
    <message>
        <source>the training state can&apos;t be written: %1</source>
        <translation>der Trainingsstand lässt sich nicht schreiben: %1</translation>
    </message>
    <message>
        <source>the numbers of the training state can&apos;t be read: %1</source>
        <translation>die Zahlen des Trainingsstands lassen sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>the training state ends too early</source>
        <translation>der Trainingsstand endet zu früh</translation>
    </message>
    <message>
        <source>the training state is of another text than %1, or the text has changed since</source>
        <translation>der Trainingsstand gehört zu einem anderen Text als %1, oder der Text hat sich seither geändert</translation>
    </message>
    <message>
        <source>the built-in one</source>
        <translation>dem eingebauten</translation>
    </message>
    <message>
        <source>the training state does not fit: %1</source>
        <translation>der Trainingsstand passt nicht: %1</translation>
    </message>
    <message>
        <source>it is of a model with %1 %2, not %3</source>
        <translation>in seinem Modell ist %1 %2, nicht %3</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>die Zahl der Schichten</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>die Zahl der Köpfe</translation>
    </message>
    <message>
        <source>the training state is damaged: it speaks of %1 tensors instead of %2</source>
        <translation>der Trainingsstand ist beschädigt: er nennt %1 Tensoren statt %2</translation>
    </message>
    <message>
        <source>the training state is damaged: the numbers of tensor %1 are not those that were saved</source>
        <translation>der Trainingsstand ist beschädigt: die Zahlen des Tensors %1 sind nicht die gespeicherten</translation>
    </message>
    <message>
        <source>a rank has waited for the training state of rank %1</source>
        <translation>ein Rank hat auf den Trainingsstand von Rank %1 gewartet</translation>
    </message>
    <message>
        <source>a rank has waited for the training state to be saved</source>
        <translation>ein Rank hat darauf gewartet, dass der Trainingsstand gespeichert ist</translation>
    </message>
    <message>
        <source>rank 0 has waited for the others to take their training state</source>
        <translation>Rank 0 hat darauf gewartet, dass die anderen ihren Trainingsstand abholen</translation>
    </message>
    <message>
        <source>it has waited for an answer while links were measured</source>
        <translation>er hat auf eine Antwort gewartet, während Verbindungen gemessen wurden</translation>
    </message>
    <message>
        <source>it has waited for the links between the GPUs</source>
        <translation>er hat auf die Verbindungen zwischen den GPUs gewartet</translation>
    </message>
    <message>
        <source>it has waited for %1 of rank %2</source>
        <translation>er hat auf %1 von Rank %2 gewartet</translation>
    </message>
    <message>
        <source>the start</source>
        <translation>den Start</translation>
    </message>
    <message>
        <source>the links</source>
        <translation>die Verbindungen</translation>
    </message>
    <message>
        <source>the weights</source>
        <translation>die Gewichte</translation>
    </message>
    <message>
        <source>a rank has waited for a forward outside of the steps, from rank %1</source>
        <translation>ein Rank hat auf einen Vorwärtsschritt außerhalb der Schritte gewartet, von Rank %1</translation>
    </message>
    <message>
        <source>step %1 has waited for the norm of the gradients from rank %2</source>
        <translation>Schritt %1 hat auf die Norm der Gradienten von Rank %2 gewartet</translation>
    </message>
    <message>
        <source>%1 has waited for any of the values sent before to leave</source>
        <translation>%1 hat darauf gewartet, dass einer der zuvor gesendeten Werte abgeht</translation>
    </message>
    <message>
        <source>%1 came from step %2 instead of %3</source>
        <translation>%1 kam aus Schritt %2 statt %3</translation>
    </message>
    <message>
        <source>a message of %1 bytes is larger than MPI can send (2 GiB)</source>
        <translation>eine Nachricht von %1 Bytes ist größer, als MPI senden kann (2 GiB)</translation>
    </message>
    <message>
        <source>MPI said &quot;%1&quot; to %2</source>
        <translation>MPI sagte „%1“ zu %2</translation>
    </message>
    <message>
        <source>oneDNN could not multiply two matrices: %1</source>
        <translation>oneDNN konnte zwei Matrizen nicht multiplizieren: %1</translation>
    </message>
    <message>
        <source>the GPU is out of memory: %1 asked for, %2 of %3 left</source>
        <translation>der Speicher der GPU ist voll: %1 verlangt, %2 von %3 frei</translation>
    </message>
    <message>
        <source>the driver&apos;s error %1</source>
        <translation>Fehler %1 des Treibers</translation>
    </message>
    <message>
        <source>a peer did not take part in time</source>
        <translation>eine Gegenseite kam nicht rechtzeitig hinzu</translation>
    </message>
    <message>
        <source>the link from process %1 to process %2: %3</source>
        <translation>die Verbindung von Prozess %1 zu Prozess %2: %3</translation>
    </message>
    <message>
        <source>a product: a bias of %1 numbers is too wide</source>
        <translation>ein Produkt: ein Bias von %1 Zahlen ist zu breit</translation>
    </message>
    <message>
        <source>the order of all seats can&apos;t be run: %1</source>
        <translation>die Reihenfolge aller Plätze lässt sich nicht ausführen: %1</translation>
    </message>
    <message>
        <source>entry %1 of rank %2 %3</source>
        <translation>Eintrag %1 von Rank %2 %3</translation>
    </message>
    <message>
        <source>entry %1 of rank %2, %3, %4</source>
        <translation>Eintrag %1 von Rank %2, %3, %4</translation>
    </message>
    <message>
        <source>is on a seat that does not host its rank</source>
        <translation>steht auf einem Platz, der seinen Rank nicht beherbergt</translation>
    </message>
    <message>
        <source>waits for what is not before it on its seat</source>
        <translation>wartet auf etwas, das auf seinem Platz nicht davor steht</translation>
    </message>
    <message>
        <source>has no other end</source>
        <translation>hat kein anderes Ende</translation>
    </message>
    <message>
        <source>has its other end on another link</source>
        <translation>hat sein anderes Ende auf einer anderen Verbindung</translation>
    </message>
    <message>
        <source>is for something else than its other end</source>
        <translation>gilt etwas anderem als sein anderes Ende</translation>
    </message>
    <message>
        <source>comes before what was sent earlier on its link</source>
        <translation>kommt vor dem, was auf seiner Verbindung früher gesendet wurde</translation>
    </message>
    <message>
        <source>writes where there is no memory</source>
        <translation>schreibt, wo kein Speicher ist</translation>
    </message>
    <message>
        <source>writes over what has not been read</source>
        <translation>überschreibt, was noch nicht gelesen ist</translation>
    </message>
    <message>
        <source>reads what has not come</source>
        <translation>liest, was noch nicht gekommen ist</translation>
    </message>
    <message>
        <source>touches gradients that another still uses</source>
        <translation>berührt Gradienten, die ein anderer noch braucht</translation>
    </message>
    <message>
        <source>waits for ever for its other end</source>
        <translation>wartet für immer auf sein anderes Ende</translation>
    </message>
    <message>
        <source>waits for what the step before has not on its seat</source>
        <translation>wartet auf etwas, das der Schritt davor auf seinem Platz nicht hat</translation>
    </message>
    <message>
        <source>has its other end outside the prefix</source>
        <translation>hat sein anderes Ende außerhalb des Vorlaufs</translation>
    </message>
    <message>
        <source>stands in the prefix, and is no forward</source>
        <translation>steht im Vorlauf und ist kein Vorwärtsschritt</translation>
    </message>
    <message>
        <source>stands in the prefix, and touches gradients</source>
        <translation>steht im Vorlauf und berührt Gradienten</translation>
    </message>
    <message>
        <source>writes over what the step before has not read</source>
        <translation>überschreibt, was der Schritt davor noch nicht gelesen hat</translation>
    </message>
    <message>
        <source>signal %1 (%2)</source>
        <translation>Signal %1 (%2)</translation>
    </message>
    <message>
        <source>signal %1</source>
        <translation>Signal %1</translation>
    </message>
    <message>
        <source>only a GPU has kernels to trace, and the backend %1 has none</source>
        <translation>nur eine GPU hat Kernel, die sich aufzeichnen lassen, und das Backend %1 hat keine</translation>
    </message>
    <message>
        <source>this device does not tell which kernels it runs</source>
        <translation>dieses Gerät sagt nicht, welche Kernel es ausführt</translation>
    </message>
    <message>
        <source>it reports kernels of rank %1, step %2, which can&apos;t be</source>
        <translation>sie meldet Kernel von Rank %1, Schritt %2, was nicht sein kann</translation>
    </message>
    <message>
        <source>it reports a kernel of an op that the schedule does not have</source>
        <translation>sie meldet einen Kernel einer Op, die der Ablaufplan nicht hat</translation>
    </message>
    <message>
        <source>the run needs %1 of GPU memory and there are %2 left: weights %3, activations %4, values between stages %5, workspace %6</source>
        <translation>der Lauf braucht %1 GPU-Speicher, und es sind %2 übrig: Gewichte %3, Aktivierungen %4, Werte zwischen Stufen %5, Arbeitsbereich %6</translation>
    </message>
    <message>
        <source>it has waited for the algorithms of products from rank %1</source>
        <translation>er hat auf die Algorithmen der Produkte von Rank %1 gewartet</translation>
    </message>
    <message>
        <source>the algorithms of products that are kept beside the state were chosen by %1, and this is %2; without products.txt there training goes on by others</source>
        <translation>die Algorithmen der Produkte, die beim Zustand liegen, hat %1 gewählt, und dies ist %2; ohne products.txt dort geht das Training mit anderen weiter</translation>
    </message>
    <message>
        <source>the algorithms of products that are kept beside the state can&apos;t be read; without products.txt there training goes on by others</source>
        <translation>die Algorithmen der Produkte, die beim Zustand liegen, sind nicht lesbar; ohne products.txt dort geht das Training mit anderen weiter</translation>
    </message>
    <message>
        <source>the algorithms of another training can&apos;t be removed: %1</source>
        <translation>die Algorithmen eines anderen Trainings lassen sich nicht entfernen: %1</translation>
    </message>
    <message>
        <source>cublasLtMatmulAlgoGetHeuristic: no algorithm with one order of sums for the product %1</source>
        <translation>cublasLtMatmulAlgoGetHeuristic: kein Algorithmus mit einer festen Reihenfolge der Summen für das Produkt %1</translation>
    </message>
    <message>
        <source>cublasLtMatmulAlgoCheck: the algorithm does not compute the product %1</source>
        <translation>cublasLtMatmulAlgoCheck: der Algorithmus rechnet das Produkt %1 nicht</translation>
    </message>
    <message>
        <source>a product: its matrices do not fit each other, or lie at odd addresses</source>
        <translation>ein Produkt: seine Matrizen passen nicht zueinander oder liegen auf ungeraden Adressen</translation>
    </message>
    <message>
        <source>a kernel did not run on its lane</source>
        <translation>ein Kernel lief auf seiner Spur nicht</translation>
    </message>
    <message>
        <source>the driver makes no %1 parts of %2 multiprocessors</source>
        <translation>der Treiber macht aus %2 Multiprozessoren keine %1 Teile</translation>
    </message>
    <message>
        <source>the driver lacks %1</source>
        <translation>dem Treiber fehlt %1</translation>
    </message>
    <message>
        <source>microbatch %1 has %2 tokens where the longest has %3, which is less than half a token of the model&apos;s context of %4; take a longer context</source>
        <translation>Microbatch %1 hat %2 Tokens, der längste hat %3: Das ist weniger als ein halbes Token vom Kontext %4 des Modells; ein längerer Kontext hilft</translation>
    </message>
    <message>
        <source>microbatch %1 has %2 tokens in %3 samples where the longest are %4 in %5, which is less than half a token of the model&apos;s context of %6; take a longer context</source>
        <translation>Microbatch %1 hat %2 Tokens in %3 Beispielen, die längsten sind %4 in %5: Das ist weniger als ein halbes Token vom Kontext %6 des Modells; ein längerer Kontext hilft</translation>
    </message>
    <message>
        <source>microbatch %1 has %2 samples where the largest has %3, which is less than half a sample of the model&apos;s batch of %4; take a larger batch</source>
        <translation>Microbatch %1 hat %2 Beispiele, der größte hat %3: Das ist weniger als ein halbes Beispiel vom Batch %4 des Modells; ein größerer Batch hilft</translation>
    </message>
    <message>
        <source>the plan says how long each microbatch takes, but not how many tokens it has; training gives all of them equally many</source>
        <translation>der Plan sagt, wie lange jeder Microbatch dauert, aber nicht, wie viele Tokens er hat; trainiert wird mit gleich vielen für alle</translation>
    </message>
    <message>
        <source>the run was given up before it was ready</source>
        <translation>der Lauf wurde aufgegeben, bevor er bereit war</translation>
    </message>
    <message>
        <source>the system starts no further thread for this run: %1</source>
        <translation>das System startet keinen weiteren Thread für diesen Lauf: %1</translation>
    </message>
    <message>
        <source>the folder for the training state can&apos;t be opened: %1</source>
        <translation>der Ordner für den Trainingszustand lässt sich nicht öffnen: %1</translation>
    </message>
    <message>
        <source>another run saves its training state there; wait for its end, or save elsewhere</source>
        <translation>dort sichert ein anderer Lauf seinen Trainingszustand; sein Ende abwarten oder anderswo sichern</translation>
    </message>
    <message>
        <source>this is no file</source>
        <translation>das ist keine Datei</translation>
    </message>
    <message>
        <source>there is no room for %1, through which MPI lets the ranks talk; the run was ended</source>
        <translation>für %1, worüber MPI die Ränge sprechen lässt, ist kein Platz; der Lauf wurde beendet</translation>
    </message>
    <message>
        <source>the model has layers of multi-token prediction (m), which the engine can&apos;t train</source>
        <translation>das Modell hat Schichten, die mehrere Tokens vorhersagen (m), und die kann die Engine nicht trainieren</translation>
    </message>
</context>
<context>
    <name>file</name>
    <message>
        <source>can&apos;t be opened: there are no files here</source>
        <translation>kann nicht geöffnet werden: Hier gibt es keine Dateien</translation>
    </message>
    <message>
        <source>a run is opened by the program, not by a page</source>
        <translation>einen Lauf öffnet das Programm, keine Seite</translation>
    </message>
    <message>
        <source>this page holds no Lanewright course</source>
        <translation>diese Seite enthält keinen Kurs von Lanewright</translation>
    </message>
    <message>
        <source>this is no object</source>
        <translation>dies ist kein Objekt</translation>
    </message>
    <message>
        <source>must be 16 hexadecimal digits, not %1</source>
        <translation>müssen 16 Hexadezimalziffern sein, nicht %1</translation>
    </message>
    <message>
        <source>must be a number from 0 to 0.5</source>
        <translation>muss eine Zahl zwischen 0 und 0.5 sein</translation>
    </message>
    <message>
        <source>must be the name of a file in the folder, not %1</source>
        <translation>muss der Name einer Datei im Ordner sein, nicht %1</translation>
    </message>
    <message>
        <source>this JSON is no Lanewright training state</source>
        <translation>dieses JSON ist kein Trainingsstand von Lanewright</translation>
    </message>
    <message>
        <source>there is no training state: %1</source>
        <translation>es gibt keinen Trainingsstand: %1</translation>
    </message>
    <message>
        <source>this is no training state that can be gone on from: %1</source>
        <translation>von diesem Trainingsstand lässt sich nicht weitermachen: %1</translation>
    </message>
    <message>
        <source>can&apos;t be written: %1</source>
        <translation>lässt sich nicht schreiben: %1</translation>
    </message>
    <message>
        <source>can&apos;t be written: there is no folder %1</source>
        <translation>lässt sich nicht schreiben: es gibt keinen Ordner %1</translation>
    </message>
    <message>
        <source>can&apos;t be read: %1</source>
        <translation>lässt sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>die Datei ist leer</translation>
    </message>
    <message>
        <source>this JSON is neither a schedule nor a run: it must say &quot;format&quot;: %1 or %2</source>
        <translation>dieses JSON ist weder ein Ablaufplan noch ein Lauf: es muss &quot;format&quot;: %1 oder %2 angeben</translation>
    </message>
    <message>
        <source>can&apos;t be opened: %1</source>
        <translation>lässt sich nicht öffnen: %1</translation>
    </message>
    <message>
        <source>is a folder, not a file</source>
        <translation>ist ein Ordner, keine Datei</translation>
    </message>
    <message>
        <source>is a device, not a file</source>
        <translation>ist ein Gerät, keine Datei</translation>
    </message>
    <message>
        <source>is a folder, so no file can be written there</source>
        <translation>ist ein Ordner, also lässt sich dort keine Datei schreiben</translation>
    </message>
    <message>
        <source>this is no JSON: the text is not in UTF-8</source>
        <translation>dies ist kein JSON: Der Text ist nicht in UTF-8</translation>
    </message>
    <message>
        <source>this is no JSON: the text ends too early</source>
        <translation>dies ist kein JSON: Der Text endet zu früh</translation>
    </message>
    <message>
        <source>this is no JSON: unexpected control character %1, which must be escaped</source>
        <translation>dies ist kein JSON: unerwartetes Steuerzeichen %1, das maskiert sein muss</translation>
    </message>
    <message>
        <source>this is no JSON: unexpected byte %1</source>
        <translation>dies ist kein JSON: unerwartetes Byte %1</translation>
    </message>
    <message>
        <source>this is no JSON: unexpected %1</source>
        <translation>dies ist kein JSON: unerwartet %1</translation>
    </message>
    <message>
        <source>the file holds more than %1 values</source>
        <translation>die Datei enthält mehr als %1 Werte</translation>
    </message>
    <message>
        <source>brackets are nested more than %1 deep</source>
        <translation>Klammern sind tiefer als %1 verschachtelt</translation>
    </message>
    <message>
        <source>the key %1 is given twice</source>
        <translation>der Schlüssel %1 ist zweimal angegeben</translation>
    </message>
    <message>
        <source>the text is longer than 1 GiB</source>
        <translation>der Text ist länger als 1 GiB</translation>
    </message>
    <message>
        <source>this is binary data, not JSON</source>
        <translation>dies sind Binärdaten, kein JSON</translation>
    </message>
    <message>
        <source>the text is empty</source>
        <translation>der Text ist leer</translation>
    </message>
    <message>
        <source>the text needs more memory than there is</source>
        <translation>der Text braucht mehr Speicher, als da ist</translation>
    </message>
    <message>
        <source>this is no JSON: %1</source>
        <translation>dies ist kein JSON: %1</translation>
    </message>
    <message>
        <source>must be a number from %1 on and below %2</source>
        <translation>muss eine Zahl ab %1 und unter %2 sein</translation>
    </message>
    <message>
        <source>must be a number from %1 on</source>
        <translation>muss eine Zahl ab %1 sein</translation>
    </message>
    <message>
        <source>must be %1 or %2</source>
        <translation>muss %1 oder %2 sein</translation>
    </message>
    <message>
        <source>must be %1 or %2, not %3</source>
        <translation>muss %1 oder %2 sein, nicht %3</translation>
    </message>
    <message>
        <source>must be %1, %2 or %3, not %4</source>
        <translation>muss %1, %2 oder %3 sein, nicht %4</translation>
    </message>
    <message>
        <source>must be 0: a rank reaches itself at once</source>
        <translation>muss 0 sein: Ein Rank erreicht sich selbst sofort</translation>
    </message>
    <message>
        <source>says nothing of ranks %1 and %2, between which stages %3 and %4 exchange values; give the full matrix</source>
        <translation>sagt nichts über die Ranks %1 und %2, zwischen denen die Stufen %3 und %4 Werte austauschen; die volle Matrix angeben</translation>
    </message>
    <message>
        <source>%1 has no recompute time, so it has no R that could allocate memory</source>
        <translation>%1 hat keine Zeit für Neuberechnung, also kein R, das Speicher belegen könnte</translation>
    </message>
    <message>
        <source>%1 frees %2 less than it allocates; forward, recompute, backward_input and backward_weight must add up to 0</source>
        <translation>%1 gibt %2 weniger frei, als sie belegt; forward, recompute, backward_input und backward_weight müssen zusammen 0 ergeben</translation>
    </message>
    <message>
        <source>%1 frees %2 more than it allocates; forward, recompute, backward_input and backward_weight must add up to 0</source>
        <translation>%1 gibt %2 mehr frei, als sie belegt; forward, recompute, backward_input und backward_weight müssen zusammen 0 ergeben</translation>
    </message>
    <message>
        <source>%1: there is no stage %2; the last is %3</source>
        <translation>%1: Es gibt keine Stufe %2; die letzte ist %3</translation>
    </message>
    <message>
        <source>%1: there is no microbatch %2; the last is %3</source>
        <translation>%1: Es gibt keinen Microbatch %2; der letzte ist %3</translation>
    </message>
    <message>
        <source>%1: there is no part %2; the last is %3</source>
        <translation>%1: Es gibt keinen Teil %2; der letzte ist %3</translation>
    </message>
    <message>
        <source>%1: W is cut into %2 parts; name one, as in %3</source>
        <translation>%1: W ist in %2 Teile geschnitten; einen nennen, etwa %3</translation>
    </message>
    <message>
        <source>a gap is named by an op, such as B2.5, or B2.5#2 where that op stands a second time</source>
        <translation>eine Lücke wird nach einer Op benannt, etwa B2.5, oder B2.5#2, wo diese Op ein zweites Mal steht</translation>
    </message>
    <message>
        <source>a gap before this op is given twice</source>
        <translation>eine Lücke vor dieser Op ist zweimal angegeben</translation>
    </message>
    <message>
        <source>a gap before this block is given twice, once for each op of the pair</source>
        <translation>eine Lücke vor diesem Block ist zweimal angegeben, einmal für jede Op des Paares</translation>
    </message>
    <message>
        <source>the order has no such op to put a gap before</source>
        <translation>die Reihenfolge hat keine solche Op, vor der eine Lücke stehen könnte</translation>
    </message>
    <message>
        <source>%1: an overlapped pair is an F and a B or BW</source>
        <translation>%1: Ein überlapptes Paar ist ein F und ein B oder BW</translation>
    </message>
    <message>
        <source>there are gaps but no order that they could belong to</source>
        <translation>es gibt Lücken, aber keine Reihenfolge, zu der sie gehören könnten</translation>
    </message>
    <message>
        <source>must be one of %1, not %2</source>
        <translation>muss eines von %1 sein, nicht %2</translation>
    </message>
    <message>
        <source>adds up to %1 layers, but the model has %2</source>
        <translation>ergibt zusammen %1 Schichten, aber das Modell hat %2</translation>
    </message>
    <message>
        <source>width %1 is no multiple of %2 heads</source>
        <translation>die Breite %1 ist kein Vielfaches von %2 Köpfen</translation>
    </message>
    <message>
        <source>this JSON is no Lanewright schedule</source>
        <translation>dieses JSON ist kein Ablaufplan von Lanewright</translation>
    </message>
    <message>
        <source>must hold one list of ranks per direction, and there are 1 to %1 directions, not %2</source>
        <translation>muss je Richtung eine Liste von Ranks enthalten, und es gibt 1 bis %1 Richtungen, nicht %2</translation>
    </message>
    <message>
        <source>must hold 1 to %1 stages, not %2</source>
        <translation>muss 1 bis %1 Stufen enthalten, nicht %2</translation>
    </message>
    <message>
        <source>must place %1 stages, as the first direction does</source>
        <translation>muss %1 Stufen platzieren wie die erste Richtung</translation>
    </message>
    <message>
        <source>must be 1: each replica of a pipeline is a direction of its own</source>
        <translation>muss 1 sein: Jede Replik einer Pipeline ist eine eigene Richtung</translation>
    </message>
    <message>
        <source>%1 stages with %2 microbatches are more than the %3 pairs that fit a file</source>
        <translation>%1 Stufen mit %2 Microbatches sind mehr als die %3 Paare, die in eine Datei passen</translation>
    </message>
    <message>
        <source>is given here and under placement; give it once</source>
        <translation>ist hier und unter placement angegeben; nur einmal angeben</translation>
    </message>
    <message>
        <source>bytes must hold five numbers: of F, B, W and R, and what is always held</source>
        <translation>bytes muss fünf Zahlen enthalten: von F, B, W und R und was immer gehalten wird</translation>
    </message>
    <message>
        <source>live must hold as many numbers as wall holds spans</source>
        <translation>live muss so viele Zahlen enthalten wie wall Spannen</translation>
    </message>
    <message>
        <source>virtual must hold as many spans as wall</source>
        <translation>virtual muss so viele Spannen enthalten wie wall</translation>
    </message>
    <message>
        <source>there is no event %1</source>
        <translation>es gibt kein Ereignis %1</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a text in quotes</source>
        <translation>ein Text in Anführungszeichen</translation>
    </message>
    <message>
        <source>a list in [ ]</source>
        <translation>eine Liste in [ ]</translation>
    </message>
    <message>
        <source>an object in { }</source>
        <translation>ein Objekt in { }</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>zwischen %1 und %2</translation>
    </message>
    <message>
        <source>must be %1, not %2</source>
        <translation>muss %1 sein, nicht %2</translation>
    </message>
    <message>
        <source>must be a whole number %1, not %2</source>
        <translation>muss eine ganze Zahl sein, und zwar %1, nicht %2</translation>
    </message>
    <message>
        <source>must hold one entry per %1, which makes %2, but holds %3</source>
        <translation>muss einen Eintrag je %1 enthalten, das sind %2, enthält aber %3</translation>
    </message>
    <message>
        <source>the key %1 is missing</source>
        <translation>der Schlüssel %1 fehlt</translation>
    </message>
    <message>
        <source>%1: it must be an object in { }</source>
        <translation>%1: Es muss ein Objekt in { } sein</translation>
    </message>
    <message>
        <source>%1: it must say &quot;format&quot;: %2</source>
        <translation>%1: Es muss &quot;format&quot;: %2 angeben</translation>
    </message>
    <message>
        <source>written by a newer Lanewright (version %1); this one reads version 1</source>
        <translation>von einem neueren Lanewright geschrieben (Version %1); dieses liest Version 1</translation>
    </message>
    <message>
        <source>names a value of stage %1, microbatch %2, which the schedule does not have</source>
        <translation>nennt einen Wert von Stufe %1, Microbatch %2, den der Ablaufplan nicht hat</translation>
    </message>
    <message>
        <source>names rank %1, but the last is %2</source>
        <translation>nennt Rank %1, aber der letzte ist %2</translation>
    </message>
    <message>
        <source>there is no fault %1</source>
        <translation>es gibt keine Störung %1</translation>
    </message>
    <message>
        <source>GPU %1 is named twice</source>
        <translation>GPU %1 ist zweimal genannt</translation>
    </message>
    <message>
        <source>must be %1</source>
        <translation>muss %1 sein</translation>
    </message>
    <message>
        <source>speaks version %1 of the protocol; this engine speaks version %2</source>
        <translation>spricht Version %1 des Protokolls; diese Engine spricht Version %2</translation>
    </message>
    <message>
        <source>has no order that could be run</source>
        <translation>hat keine Reihenfolge, die sich ausführen ließe</translation>
    </message>
    <message>
        <source>must have a number per span of the rank, or none</source>
        <translation>muss eine Zahl je Spanne des Ranks haben, oder keine</translation>
    </message>
    <message>
        <source>must be 16 hexadecimal digits in lower case, or empty, not %1</source>
        <translation>muss aus 16 kleingeschriebenen Hexadezimalziffern bestehen oder leer sein, nicht %1</translation>
    </message>
    <message>
        <source>this JSON is no Lanewright run</source>
        <translation>dieses JSON ist kein Lauf von Lanewright</translation>
    </message>
    <message>
        <source>has no order, so it can&apos;t have been run</source>
        <translation>hat keine Reihenfolge, kann also nicht gelaufen sein</translation>
    </message>
    <message>
        <source>must be a list like %1</source>
        <translation>muss eine Liste sein wie %1</translation>
    </message>
    <message>
        <source>ends before it starts</source>
        <translation>endet, bevor es beginnt</translation>
    </message>
    <message>
        <source>starts before the span in front of it ends</source>
        <translation>beginnt, bevor die Spanne davor endet</translation>
    </message>
    <message>
        <source>must be one op, not an overlapped pair</source>
        <translation>muss eine Op sein, kein überlapptes Paar</translation>
    </message>
    <message>
        <source>there is no generator %1; there are %2</source>
        <translation>es gibt keinen Erzeuger %1; es gibt %2</translation>
    </message>
    <message>
        <source>give the order or a generator that makes it, not both</source>
        <translation>die Reihenfolge angeben oder einen Erzeuger, der sie bildet, nicht beides</translation>
    </message>
    <message>
        <source>must be a share of at least 0, such as 0.125</source>
        <translation>muss ein Anteil von mindestens 0 sein, etwa 0.125</translation>
    </message>
    <message>
        <source>must be true; leave the key out where it is not asked for</source>
        <translation>muss true sein; den Schlüssel weglassen, wo es nicht verlangt ist</translation>
    </message>
    <message>
        <source>must name a generator</source>
        <translation>muss einen Erzeuger nennen</translation>
    </message>
    <message>
        <source>a lesson needs a goal, such as %1</source>
        <translation>eine Lektion braucht ein Ziel, etwa %1</translation>
    </message>
    <message>
        <source>%1 is no number that a score could measure</source>
        <translation>%1 ist keine Zahl, die eine Wertung messen könnte</translation>
    </message>
    <message>
        <source>an order has its place in start or solution, not in the problem</source>
        <translation>eine Reihenfolge gehört in start oder solution, nicht in das Problem</translation>
    </message>
    <message>
        <source>this JSON is no Lanewright lesson</source>
        <translation>dieses JSON ist keine Lektion von Lanewright</translation>
    </message>
    <message>
        <source>%1 names no ops; write an op such as B2.5, with * for any number (W*.*), with a range (F0.2-5), or a whole lane (rank 2)</source>
        <translation>%1 nennt keine Ops; eine Op schreiben wie B2.5, mit * für jede Zahl (W*.*), mit einem Bereich (F0.2-5), oder eine ganze Spur (rank 2)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no op; an op is written like F0.3, B2.5, W2.5, BW1.0 or R1.0</source>
        <translation>„%1“ ist keine Op; man schreibt eine Op wie F0.3, B2.5, W2.5, BW1.0 oder R1.0</translation>
    </message>
    <message>
        <source>&apos;%1&apos;: stages go up to %2</source>
        <translation>„%1“: Stufen gehen bis %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos;: parts of W go up to %2</source>
        <translation>„%1“: Teile von W gehen bis %2</translation>
    </message>
    <message>
        <source>all durations together come to more than 10^16 ns (116 days), which is more than can be counted</source>
        <translation>alle Dauern zusammen ergeben mehr als 10^16 ns (116 Tage), mehr als zu zählen ist</translation>
    </message>
    <message>
        <source>all allocations together come to more than 2^60 bytes, which is more than can be counted</source>
        <translation>alle Belegungen zusammen ergeben mehr als 2^60 Bytes, mehr als zu zählen ist</translation>
    </message>
    <message>
        <source>this must be a number above 0</source>
        <translation>dies muss eine Zahl über 0 sein</translation>
    </message>
    <message>
        <source>a cluster has at least one device</source>
        <translation>ein Cluster hat mindestens ein Gerät</translation>
    </message>
    <message>
        <source>a cluster has at least one kind of device</source>
        <translation>ein Cluster hat mindestens eine Art von Gerät</translation>
    </message>
    <message>
        <source>a spread is a share from 0 to below 1</source>
        <translation>eine Streuung ist ein Anteil von 0 bis unter 1</translation>
    </message>
    <message>
        <source>a device, host or switch needs a name</source>
        <translation>ein Gerät, Host oder Switch braucht einen Namen</translation>
    </message>
    <message>
        <source>%1 is there twice</source>
        <translation>%1 ist zweimal da</translation>
    </message>
    <message>
        <source>a cluster has at most %1 devices</source>
        <translation>ein Cluster hat höchstens %1 Geräte</translation>
    </message>
    <message>
        <source>which kind? there are several</source>
        <translation>welche Art? Es gibt mehrere</translation>
    </message>
    <message>
        <source>there is no kind %1</source>
        <translation>es gibt keine Art %1</translation>
    </message>
    <message>
        <source>there is no device, host or switch %1</source>
        <translation>es gibt kein Gerät, keinen Host und keinen Switch %1</translation>
    </message>
    <message>
        <source>a link needs two different ends</source>
        <translation>eine Verbindung braucht zwei verschiedene Enden</translation>
    </message>
    <message>
        <source>this JSON is no cluster</source>
        <translation>dieses JSON ist kein Cluster</translation>
    </message>
    <message>
        <source>a model has at most %1 layers</source>
        <translation>ein Modell hat höchstens %1 Schichten</translation>
    </message>
    <message>
        <source>B can&apos;t leave more for W than F keeps</source>
        <translation>B kann W nicht mehr übrig lassen, als F behält</translation>
    </message>
    <message>
        <source>a model is either a %1 or a list of %2</source>
        <translation>ein Modell ist entweder ein %1 oder eine Liste von %2</translation>
    </message>
    <message>
        <source>a model has at least one layer</source>
        <translation>ein Modell hat mindestens eine Schicht</translation>
    </message>
    <message>
        <source>this JSON is no model</source>
        <translation>dieses JSON ist kein Modell</translation>
    </message>
    <message numerus="yes">
        <source>the lesson has %1 hints, so there must be as many here, not %2</source>
        <comment>the lesson has %1 hint, so there must be as many here, not %2</comment>
        <translation>
            <numerusform>die Lektion hat %1 Tipp, also müssen hier ebenso viele stehen, nicht %2</numerusform>
            <numerusform>die Lektion hat %1 Tipps, also müssen hier ebenso viele stehen, nicht %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is no language: write two or three small letters, such as %2</source>
        <translation>%1 ist keine Sprache: zwei oder drei kleine Buchstaben schreiben, etwa %2</translation>
    </message>
    <message>
        <source>starts before the kernel in front of it</source>
        <translation>beginnt vor dem Kernel, der davor steht</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no fraction like 91/2</source>
        <translation>„%1“ ist kein Bruch wie 91/2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is too large</source>
        <translation>„%1“ ist zu groß</translation>
    </message>
    <message>
        <source>this JSON holds no answers of a Lanewright classroom</source>
        <translation>dieses JSON enthält keine Antworten aus dem Klassenzimmer von Lanewright</translation>
    </message>
    <message>
        <source>there is no such kind of op; a table is of F, B, W, BW and R</source>
        <translation>solche Ops gibt es nicht; eine Tabelle ist von F, B, W, BW und R</translation>
    </message>
    <message>
        <source>says it in two ways: give work and size, or length and quadratic, or table and size</source>
        <translation>sagt es auf zwei Arten: work und size angeben, oder length und quadratic, oder table und size</translation>
    </message>
    <message>
        <source>is a part of the time at the mean length, but there are no lengths</source>
        <translation>ist ein Teil der Zeit bei mittlerer Länge, aber es gibt keine Längen</translation>
    </message>
    <message>
        <source>says how many samples lengths are of, but there are no lengths</source>
        <translation>sagt, von wie vielen Beispielen Längen sind, aber es gibt keine Längen</translation>
    </message>
    <message>
        <source>%1 has more than the nine digits after the point that a share keeps</source>
        <translation>%1 hat mehr als die neun Nachkommastellen, die ein Anteil behält</translation>
    </message>
    <message>
        <source>was not read to its end: it was stopped</source>
        <translation>wurde nicht zu Ende gelesen: das Lesen wurde abgebrochen</translation>
    </message>
    <message>
        <source>is a pipe, not a file</source>
        <translation>ist eine Pipe, keine Datei</translation>
    </message>
    <message>
        <source>this is text in UTF-16; JSON is text in UTF-8</source>
        <translation>das ist Text in UTF-16; JSON ist Text in UTF-8</translation>
    </message>
    <message>
        <source>this must be a number from %1 to %2</source>
        <translation>das muss eine Zahl von %1 bis %2 sein</translation>
    </message>
    <message>
        <source>the layers together need more memory than can be counted</source>
        <translation>die Schichten brauchen zusammen mehr Speicher, als sich zählen lässt</translation>
    </message>
    <message>
        <source>must be a finite number</source>
        <translation>muss eine endliche Zahl sein</translation>
    </message>
    <message>
        <source>replica %1 stands here out of turn or a second time; they go by number</source>
        <translation>Replik %1 steht hier außer der Reihe oder zum zweiten Mal; sie gehen nach Nummern</translation>
    </message>
    <message>
        <source>a text of the file is longer than 512 MiB</source>
        <translation>ein Text der Datei ist länger als 512 MiB</translation>
    </message>
    <message>
        <source>an op has at most %1 segments</source>
        <translation>eine Op hat höchstens %1 Abschnitte</translation>
    </message>
    <message>
        <source>a segment is a resource and a time, as in %1</source>
        <translation>ein Abschnitt ist ein Betriebsmittel und eine Zeit, wie in %1</translation>
    </message>
    <message>
        <source>the segments add up to %1, but the stage takes %2</source>
        <translation>die Abschnitte ergeben zusammen %1, die Stufe dauert aber %2</translation>
    </message>
    <message>
        <source>pairs take times of their own (%1) or are computed from segments (%2), not both</source>
        <translation>Paare haben eigene Zeiten (%1) oder werden aus Abschnitten berechnet (%2), nicht beides</translation>
    </message>
    <message>
        <source>must have %1 or %2</source>
        <translation>muss %1 oder %2 haben</translation>
    </message>
    <message>
        <source>pairs have no such key; there are %1 and %2</source>
        <translation>Paare haben keinen solchen Schlüssel; es gibt %1 und %2</translation>
    </message>
    <message>
        <source>a variant needs a name</source>
        <translation>eine Variante braucht einen Namen</translation>
    </message>
    <message>
        <source>a variant needs an order</source>
        <translation>eine Variante braucht eine Reihenfolge</translation>
    </message>
    <message>
        <source>two variants are called %1</source>
        <translation>zwei Varianten heißen %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 variants do not go into the file, for they are orders of other ranks, stages, microbatches or parts of W: %2</source>
        <comment>%1 variant does not go into the file, for it is an order of other ranks, stages, microbatches or parts of W: %2</comment>
        <translation>
            <numerusform>%1 Variante kommt nicht in die Datei, denn sie ist eine Reihenfolge für andere Ranks, Stufen, Microbatches oder Teile von W: %2</numerusform>
            <numerusform>%1 Varianten kommen nicht in die Datei, denn sie sind Reihenfolgen für andere Ranks, Stufen, Microbatches oder Teile von W: %2</numerusform>
        </translation>
    </message>
    <message>
        <source>must be a number from %1 to %2</source>
        <translation>muss eine Zahl von %1 bis %2 sein</translation>
    </message>
    <message>
        <source>%1 has no such option</source>
        <translation>%1 hat keine solche Option</translation>
    </message>
    <message>
        <source>%1 needs the option %2</source>
        <translation>%1 braucht die Option %2</translation>
    </message>
    <message>
        <source>%1 goes with %2</source>
        <translation>%1 gehört zu %2</translation>
    </message>
    <message>
        <source>%1 does not go with %2</source>
        <translation>%1 verträgt sich nicht mit %2</translation>
    </message>
    <message>
        <source>must be more than 0</source>
        <translation>muss mehr als 0 sein</translation>
    </message>
    <message>
        <source>says how fast messages travel, but nothing says how large they are; give size</source>
        <translation>sagt, wie schnell Nachrichten reisen, aber nichts sagt, wie groß sie sind; es fehlt size</translation>
    </message>
    <message>
        <source>a layout of %1 stages, but the schedule has %2</source>
        <translation>ein Layout aus %1 Stufen, aber der Plan hat %2</translation>
    </message>
    <message>
        <source>has other blocks than &quot;layers_per_stage&quot;</source>
        <translation>hat andere Blöcke als &quot;layers_per_stage&quot;</translation>
    </message>
    <message>
        <source>an approval needs the code of a finding</source>
        <translation>eine Zustimmung braucht den Code eines Befunds</translation>
    </message>
    <message>
        <source>must be from 0 to %1</source>
        <translation>muss von 0 bis %1 sein</translation>
    </message>
    <message>
        <source>this JSON holds no progress in a lesson</source>
        <translation>dieses JSON enthält keinen Stand in einer Lektion</translation>
    </message>
    <message>
        <source>there is no such key here; there are generator, order, gaps, apart, halved, tray, optimizer and microbatches</source>
        <translation>einen solchen Schlüssel gibt es hier nicht; es gibt generator, order, gaps, apart, halved, tray, optimizer und microbatches</translation>
    </message>
    <message>
        <source>say with %1 from where to where the number of microbatches goes</source>
        <translation>sag mit %1, von wo bis wo die Zahl der Microbatches geht</translation>
    </message>
    <message>
        <source>goes from %1 to %2, the wrong way</source>
        <translation>geht von %1 bis %2, also verkehrt herum</translation>
    </message>
    <message>
        <source>say with %1 which generators there are to choose from</source>
        <translation>sag mit %1, zwischen welchen Verfahren man wählen kann</translation>
    </message>
    <message>
        <source>there is no such key here; there are title, task, text, learnt and hints</source>
        <translation>diesen Schlüssel gibt es hier nicht; es gibt title, task, text, learnt und hints</translation>
    </message>
    <message>
        <source>is longer than %1 GiB</source>
        <translation>ist länger als %1 GiB</translation>
    </message>
    <message>
        <source>is longer than %1 MiB</source>
        <translation>ist länger als %1 MiB</translation>
    </message>
</context>
<context>
    <name>finding</name>
    <message>
        <source>%1 can&apos;t run as one block: a pair is an F with a B or BW of another microbatch.</source>
        <translation>%1 kann nicht als ein Block laufen: Ein Paar ist ein F mit einem B oder BW eines anderen Microbatches.</translation>
    </message>
    <message>
        <source>%1 stands on rank %2, but stage %3 of microbatch %4 lives on rank %5.</source>
        <translation>%1 steht auf Rank %2, aber Stufe %3 von Microbatch %4 wohnt auf Rank %5.</translation>
    </message>
    <message>
        <source>%1 repeats a forward for nothing: stage %2 keeps its activations.</source>
        <translation>%1 wiederholt umsonst einen Vorwärtsschritt: Stufe %2 behält ihre Aktivierungen.</translation>
    </message>
    <message>
        <source>%1 runs more than once: rank %2 has run it before.</source>
        <translation>%1 läuft mehr als einmal: Rank %2 hat es schon ausgeführt.</translation>
    </message>
    <message>
        <source>%1 does B and W in one, and yet the order has a B or W of microbatch %2 on stage %3 as well: keep one of both.</source>
        <translation>%1 erledigt B und W in einem, und doch hat die Reihenfolge auch ein B oder W von Microbatch %2 auf Stufe %3: eines von beiden behalten.</translation>
    </message>
    <message>
        <source>%1 is missing: rank %2 has to run it once.</source>
        <translation>%1 fehlt: Rank %2 muss es einmal ausführen.</translation>
    </message>
    <message numerus="yes">
        <source>There are %1 more like this.</source>
        <comment>There is %1 more like this.</comment>
        <translation>
            <numerusform>Es gibt noch %1 dieser Art.</numerusform>
            <numerusform>Es gibt noch %1 dieser Art.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 stands before %2 on rank %3, but needs that one&apos;s output.</source>
        <translation>%1 steht auf Rank %3 vor %2, braucht aber dessen Ergebnis.</translation>
    </message>
    <message>
        <source>Rank %1 needs the output of %2 only after the output of %3, but rank %4 sends it first.</source>
        <translation>Rank %1 braucht das Ergebnis von %2 erst nach dem von %3, aber Rank %4 sendet es zuerst.</translation>
    </message>
    <message>
        <source>Ranks wait for each other in a circle: %1.</source>
        <translation>Ranks warten im Kreis aufeinander: %1.</translation>
    </message>
    <message>
        <source>Rank %1 passes its memory limit of %2 at %3; its peak is %4, %5 too much.</source>
        <translation>Rank %1 überschreitet bei %3 seine Speichergrenze von %2; seine Spitze ist %4, %5 zu viel.</translation>
    </message>
    <message>
        <source>Rank %1 needs %2 with its weights, but its device has %3, %4 too little.</source>
        <translation>Rank %1 braucht mit seinen Gewichten %2, aber sein Gerät hat %3, %4 zu wenig.</translation>
    </message>
    <message>
        <source>%1 is no key of this version of the format: it is kept, and nothing follows from it.</source>
        <translation>%1 ist kein Schlüssel dieser Fassung des Formats: er bleibt erhalten und bewirkt nichts.</translation>
    </message>
    <message>
        <source>%1 is no key of this version of the format: it is kept, and nothing follows from it. Did you mean %2?</source>
        <translation>%1 ist kein Schlüssel dieser Fassung des Formats: er bleibt erhalten und bewirkt nichts. War %2 gemeint?</translation>
    </message>
    <message>
        <source>From %1 on, rank %2 makes the weight gradients of stage %3 out of microbatch order and holds back up to %4 of them.</source>
        <translation>Ab %1 bildet Rank %2 die Gewichtsgradienten von Stufe %3 nicht in der Reihenfolge der Microbatches und hält bis zu %4 davon zurück.</translation>
    </message>
    <message>
        <source>The gap of %1 before %2 on rank %3 makes the whole schedule %4 longer.</source>
        <translation>Die Lücke von %1 vor %2 auf Rank %3 macht den ganzen Ablaufplan %4 länger.</translation>
    </message>
    <message>
        <source>There is no order yet: generate or solve one, or place ops by hand.</source>
        <translation>Es gibt noch keine Reihenfolge: eine erzeugen oder suchen, oder Ops von Hand setzen.</translation>
    </message>
    <message>
        <source>Rank %1 keeps %2 buffers for what it receives, %3; %4 would do where each is taken just before the op that needs it.</source>
        <translation>Rank %1 hält %2 Puffer für das bereit, was er empfängt, %3; %4 reichten, wenn jeder erst vor der Op genommen wird, die ihn braucht.</translation>
    </message>
    <message>
        <source>Receive buffers are not counted: %1.</source>
        <translation>Empfangspuffer sind nicht gezählt: %1.</translation>
    </message>
    <message>
        <source>Rank %1 needs %2 with its weights and its %3 buffers for messages, but its device has %4, %5 too little.</source>
        <translation>Rank %1 braucht %2 mit seinen Gewichten und seinen %3 Puffern für Nachrichten, aber sein Gerät hat %4, %5 zu wenig.</translation>
    </message>
    <message>
        <source>Rank %1 keeps %2 buffers for what it receives; %3 would do where each is taken just before the op that needs it.</source>
        <translation>Rank %1 hält %2 Puffer für das bereit, was er empfängt; %3 reichten, wenn jeder erst vor der Op genommen wird, die ihn braucht.</translation>
    </message>
    <message>
        <source>Rank %1 keeps %2 buffers for what it sends, %3; %4 would do where each is freed as soon as it is sent.</source>
        <translation>Rank %1 hält %2 Puffer für das, was er sendet, %3; %4 reichten, wenn jeder frei wird, sobald er gesendet ist.</translation>
    </message>
    <message>
        <source>Rank %1 keeps %2 buffers for what it sends; %3 would do where each is freed as soon as it is sent.</source>
        <translation>Rank %1 hält %2 Puffer für das, was er sendet; %3 reichten, wenn jeder frei wird, sobald er gesendet ist.</translation>
    </message>
</context>
<context>
    <name>fix</name>
    <message>
        <source>Let rank %1 begin forwards only where there is room</source>
        <translation>Rank %1 Vorwärtsschritte nur beginnen lassen, wo Platz ist</translation>
    </message>
    <message>
        <source>Bring W of rank %1 forward to make room</source>
        <translation>W von Rank %1 vorziehen, um Platz zu schaffen</translation>
    </message>
    <message>
        <source>Raise the memory limit of rank %1 to %2</source>
        <translation>Speichergrenze von Rank %1 auf %2 anheben</translation>
    </message>
    <message>
        <source>Give rank %1 a device of %2</source>
        <translation>Rank %1 ein Gerät mit %2 geben</translation>
    </message>
    <message>
        <source>Place %1 where it does best</source>
        <translation>%1 an die beste Stelle setzen</translation>
    </message>
    <message numerus="yes">
        <source>Place all %1 missing ops</source>
        <comment>Place all %1 missing ops</comment>
        <translation>
            <numerusform>Die %1 fehlende Op setzen</numerusform>
            <numerusform>Alle %1 fehlenden Ops setzen</numerusform>
        </translation>
    </message>
    <message>
        <source>Let %1 do the W as well, as BW</source>
        <translation>%1 auch das W erledigen lassen, als BW</translation>
    </message>
    <message>
        <source>Take %1 out</source>
        <translation>%1 herausnehmen</translation>
    </message>
    <message>
        <source>Keep only the %1 at place %2 of rank %3</source>
        <translation>Nur das %1 an Platz %2 von Rank %3 behalten</translation>
    </message>
    <message>
        <source>Move %1 to rank %2</source>
        <translation>%1 auf Rank %2 verschieben</translation>
    </message>
    <message>
        <source>Take the %1 on rank %2 out</source>
        <translation>Das %1 auf Rank %2 herausnehmen</translation>
    </message>
    <message>
        <source>Host stage %1 on rank %2</source>
        <translation>Stufe %1 auf Rank %2 unterbringen</translation>
    </message>
    <message>
        <source>Take %1 out and keep %2</source>
        <translation>%1 herausnehmen und %2 behalten</translation>
    </message>
    <message>
        <source>Part the pair: %1, then %2</source>
        <translation>Das Paar trennen: %1, dann %2</translation>
    </message>
    <message>
        <source>Put %1 behind %2</source>
        <translation>%1 hinter %2 setzen</translation>
    </message>
    <message>
        <source>Put %1 before %2</source>
        <translation>%1 vor %2 setzen</translation>
    </message>
    <message>
        <source>Put %1 where it does best</source>
        <translation>%1 an die beste Stelle setzen</translation>
    </message>
    <message numerus="yes">
        <source>Place the %1 ops anew that never run</source>
        <comment>Place the %1 ops anew that never run</comment>
        <translation>
            <numerusform>Die %1 Op neu setzen, die nie läuft</numerusform>
            <numerusform>Die %1 Ops neu setzen, die nie laufen</numerusform>
        </translation>
    </message>
    <message>
        <source>Let rank %1 take what rank %2 sends in the order in which it is sent</source>
        <translation>Rank %1 nehmen lassen, was Rank %2 sendet, in der Reihenfolge des Sendens</translation>
    </message>
    <message>
        <source>Let rank %1 send in the order in which rank %2 needs it</source>
        <translation>Rank %1 in der Reihenfolge senden lassen, in der Rank %2 es braucht</translation>
    </message>
    <message>
        <source>Remove the gap before %1</source>
        <translation>Lücke vor %1 entfernen</translation>
    </message>
    <message>
        <source>Remove all gaps</source>
        <translation>Alle Lücken entfernen</translation>
    </message>
    <message>
        <source>Hold each W of stage %1 back until its turn</source>
        <translation>Jedes W von Stufe %1 zurückhalten, bis es an der Reihe ist</translation>
    </message>
    <message>
        <source>Let the W of stage %1 change places, by microbatch</source>
        <translation>Die W von Stufe %1 nach Microbatch die Plätze tauschen lassen</translation>
    </message>
</context>
<context>
    <name>framework rule</name>
    <message numerus="yes">
        <source>%1 gives each rank %2 chunks, not %3</source>
        <comment>%1 gives each rank %2 chunk, not %3</comment>
        <translation>
            <numerusform>%1 gibt jedem Rank %2 Chunk, nicht %3</numerusform>
            <numerusform>%1 gibt jedem Rank %2 Chunks, nicht %3</numerusform>
        </translation>
    </message>
    <message>
        <source>the group of %1 that passes a chunk is larger than the %2 microbatches</source>
        <translation>die Gruppe von %1, die einen Chunk durchläuft, ist größer als die %2 Microbatches</translation>
    </message>
    <message>
        <source>the group of %1 that passes a chunk is smaller than the %2 ranks</source>
        <translation>die Gruppe von %1, die einen Chunk durchläuft, ist kleiner als die %2 Ranks</translation>
    </message>
    <message>
        <source>%1 microbatches in groups of %2 leave a last group of %3, fewer than the %4 ranks</source>
        <translation>%1 Microbatches in Gruppen von %2 lassen eine letzte Gruppe von %3 übrig, weniger als die %4 Ranks</translation>
    </message>
    <message>
        <source>%1 microbatches are no multiple of the %2 ranks of an interleaved schedule</source>
        <translation>%1 Microbatches sind kein Vielfaches der %2 Ranks eines verschränkten Plans</translation>
    </message>
    <message>
        <source>its group is the %1 ranks; %2 can&apos;t be chosen</source>
        <translation>seine Gruppe sind die %1 Ranks; %2 lässt sich nicht wählen</translation>
    </message>
    <message>
        <source>several chunks per rank want more than two ranks, not %1</source>
        <translation>mehrere Chunks je Rank brauchen mehr als zwei Ranks, nicht %1</translation>
    </message>
    <message>
        <source>it takes no layout</source>
        <translation>es nimmt kein Layout</translation>
    </message>
    <message>
        <source>the %1 stages of the layout are no multiple of the %2 ranks</source>
        <translation>die %1 Stufen des Layouts sind kein Vielfaches der %2 Ranks</translation>
    </message>
    <message>
        <source>the layout has %1 stages, which is %2 chunks per rank, not %3</source>
        <translation>das Layout hat %1 Stufen, das sind %2 Chunks je Rank, nicht %3</translation>
    </message>
    <message>
        <source>a layout begins with its only E and ends with its only L</source>
        <translation>ein Layout beginnt mit seinem einzigen E und endet mit seinem einzigen L</translation>
    </message>
    <message>
        <source>the layout has %1 layers, not %2</source>
        <translation>das Layout hat %1 Schichten, nicht %2</translation>
    </message>
    <message>
        <source>v = 1</source>
        <translation>v = 1</translation>
    </message>
    <message>
        <source>v ≥ 2</source>
        <translation>v ≥ 2</translation>
    </message>
    <message>
        <source>p ≥ 2; at 2 with overlap_p2p_comm</source>
        <translation>p ≥ 2; bei 2 mit overlap_p2p_comm</translation>
    </message>
    <message>
        <source>p ≥ 3</source>
        <translation>p ≥ 3</translation>
    </message>
    <message>
        <source>p ≤ group ≤ m, for each pass; the group is p unless it is set</source>
        <translation>p ≤ Gruppe ≤ m, in jedem Durchlauf; die Gruppe ist p, solange sie nicht gesetzt ist</translation>
    </message>
    <message>
        <source>m mod group is 0, or at least p</source>
        <translation>m mod Gruppe ist 0 oder mindestens p</translation>
    </message>
    <message>
        <source>m is a multiple of p</source>
        <translation>m ist ein Vielfaches von p</translation>
    </message>
    <message>
        <source>the group is p</source>
        <translation>die Gruppe ist p</translation>
    </message>
    <message>
        <source>without a layout layers are a multiple of p</source>
        <translation>ohne Layout sind die Schichten ein Vielfaches von p</translation>
    </message>
    <message>
        <source>without a layout layers / p is a multiple of v</source>
        <translation>ohne Layout ist Schichten / p ein Vielfaches von v</translation>
    </message>
    <message>
        <source>there is no layout</source>
        <translation>es gibt kein Layout</translation>
    </message>
    <message>
        <source>a layout has p·v stages</source>
        <translation>ein Layout hat p·v Stufen</translation>
    </message>
    <message>
        <source>a layout has as many t as layers</source>
        <translation>ein Layout hat so viele t wie Schichten</translation>
    </message>
    <message>
        <source>all m of a layout are behind all t, in one stage, the last chunk of its rank</source>
        <translation>alle m eines Layouts stehen hinter allen t, in einer Stufe, dem letzten Chunk ihres Ranks</translation>
    </message>
    <message>
        <source>global batch = microbatch × data-parallel copies × m</source>
        <translation>globaler Batch = Microbatch × datenparallele Kopien × m</translation>
    </message>
    <message>
        <source>several chunks per rank want more than one rank</source>
        <translation>mehrere Chunks je Rank brauchen mehr als einen Rank</translation>
    </message>
    <message>
        <source>%1 layers are no multiple of the %2 ranks, and no layout cuts them</source>
        <translation>%1 Schichten sind kein Vielfaches der %2 Ranks, und kein Layout teilt sie</translation>
    </message>
    <message>
        <source>the %1 layers of a rank are no multiple of its %2 chunks, and no layout cuts them</source>
        <translation>die %1 Schichten eines Ranks sind kein Vielfaches seiner %2 Chunks, und kein Layout teilt sie</translation>
    </message>
    <message>
        <source>v = 1, whatever m is</source>
        <translation>v = 1, gleich wie groß m ist</translation>
    </message>
    <message>
        <source>DualPipeV wants more than one rank</source>
        <translation>DualPipeV braucht mehr als einen Rank</translation>
    </message>
    <message>
        <source>%1 layers are fewer than the %2 stages (2·p)</source>
        <translation>%1 Schichten sind weniger als die %2 Stufen (2·p)</translation>
    </message>
    <message>
        <source>DualPipeV takes no layout</source>
        <translation>DualPipeV nimmt kein Layout</translation>
    </message>
    <message>
        <source>v = 2, on a V; no virtual pipeline beside it</source>
        <translation>v = 2, auf einem V; keine virtuelle Pipeline daneben</translation>
    </message>
    <message>
        <source>p ≥ 2</source>
        <translation>p ≥ 2</translation>
    </message>
    <message>
        <source>layers ≥ 2·p</source>
        <translation>Schichten ≥ 2·p</translation>
    </message>
    <message>
        <source>m ≥ 2·p − 1</source>
        <translation>m ≥ 2·p − 1</translation>
    </message>
    <message>
        <source>its table runs a warm-up of %1 microbatches, of which there are %2</source>
        <translation>seine Tabelle hat einen Anlauf von %1 Microbatches, und es gibt %2</translation>
    </message>
    <message>
        <source>%1 microbatches are no multiple of the %2 ranks, and its table names some that don&apos;t exist</source>
        <translation>%1 Microbatches sind kein Vielfaches der %2 Ranks, und seine Tabelle nennt welche, die es nicht gibt</translation>
    </message>
    <message>
        <source>its warm-up of %1 forwards is longer than the %2 there are</source>
        <translation>sein Anlauf aus %1 Vorwärtsläufen ist länger als die %2, die es gibt</translation>
    </message>
    <message>
        <source>its group is the %1 ranks, never %2</source>
        <translation>seine Gruppe sind die %1 Ranks, niemals %2</translation>
    </message>
    <message>
        <source>of %1 microbatches, fewer than the %2 ranks, it makes another order</source>
        <translation>aus %1 Microbatches, weniger als die %2 Ranks, macht es eine andere Reihenfolge</translation>
    </message>
    <message>
        <source>v = 2</source>
        <translation>v = 2</translation>
    </message>
    <message>
        <source>m ≥ p − 1</source>
        <translation>m ≥ p − 1</translation>
    </message>
    <message>
        <source>m·v ≥ 2·(p − 1) + (v − 1)·p</source>
        <translation>m·v ≥ 2·(p − 1) + (v − 1)·p</translation>
    </message>
    <message>
        <source>m ≥ p</source>
        <translation>m ≥ p</translation>
    </message>
    <message>
        <source>%1 microbatches are fewer than the %2 stages that its constructor asks for</source>
        <translation>%1 Microbatches sind weniger als die %2 Stufen, die sein Konstruktor verlangt</translation>
    </message>
    <message>
        <source>with a single microbatch its ranks wait for each other for ever</source>
        <translation>mit einem einzigen Microbatch warten seine Ranks für immer aufeinander</translation>
    </message>
    <message>
        <source>%1 microbatches are no multiple of its %2 rounds (max(1, m div p))</source>
        <translation>%1 Microbatches sind kein Vielfaches seiner %2 Runden (max(1, m div p))</translation>
    </message>
    <message>
        <source>%1 microbatches are no multiple of the %2 ranks</source>
        <translation>%1 Microbatches sind kein Vielfaches der %2 Ranks</translation>
    </message>
    <message>
        <source>its group is %1 microbatches (m / rounds), never the %2 asked for</source>
        <translation>seine Gruppe sind %1 Microbatches (m / Runden), niemals die verlangten %2</translation>
    </message>
    <message>
        <source>m ≥ 2 where p &gt; 1</source>
        <translation>m ≥ 2, wo p &gt; 1</translation>
    </message>
    <message>
        <source>m is a multiple of max(1, m div p)</source>
        <translation>m ist ein Vielfaches von max(1, m div p)</translation>
    </message>
    <message>
        <source>the group is m / max(1, m div p)</source>
        <translation>die Gruppe ist m / max(1, m div p)</translation>
    </message>
    <message>
        <source>m ≥ 2·p</source>
        <translation>m ≥ 2·p</translation>
    </message>
    <message>
        <source>%1 stages are more than %2 layers, embedding and head</source>
        <translation>%1 Stufen sind mehr als %2 Schichten, Embedding und Kopf</translation>
    </message>
    <message>
        <source>v ≥ 2; more than 2 want pipeline_parallel_layers_per_stage or module_fqns_per_model_part</source>
        <translation>v ≥ 2; mehr als 2 brauchen pipeline_parallel_layers_per_stage oder module_fqns_per_model_part</translation>
    </message>
    <message>
        <source>p·v ≤ layers + 2, where module_fqns_per_model_part does not cut the model</source>
        <translation>p·v ≤ Schichten + 2, wo module_fqns_per_model_part das Modell nicht teilt</translation>
    </message>
    <message>
        <source>a batch of %1 samples is no multiple of %2, a microbatch of all copies</source>
        <translation>ein Batch von %1 Beispielen ist kein Vielfaches von %2, einem Microbatch aller Kopien</translation>
    </message>
    <message>
        <source>a batch of %1 samples is no multiple of %2, one in each microbatch of all copies: it would cut them unequal, where its stages pass values of one shape and gradients are divided by m</source>
        <translation>ein Batch von %1 Beispielen ist kein Vielfaches von %2, einem in jedem Microbatch aller Kopien: Er würde ungleich geteilt, wo die Stufen Werte einer Form weiterreichen und Gradienten durch m geteilt werden</translation>
    </message>
    <message>
        <source>the batch is a multiple of data-parallel copies × m</source>
        <translation>der Batch ist ein Vielfaches von datenparallele Kopien × m</translation>
    </message>
    <message>
        <source>a batch of %1 samples is %2 microbatches, not %3</source>
        <translation>ein Batch von %1 Beispielen sind %2 Microbatches, nicht %3</translation>
    </message>
    <message>
        <source>it has one chunk per rank, not %1</source>
        <translation>es hat einen Chunk je Rank, nicht %1</translation>
    </message>
    <message>
        <source>it has two chunks per rank or more, not one</source>
        <translation>es hat zwei Chunks je Rank oder mehr, nicht einen</translation>
    </message>
    <message>
        <source>it has two chunks per rank, not %1</source>
        <translation>es hat zwei Chunks je Rank, nicht %1</translation>
    </message>
    <message>
        <source>%1 microbatches are fewer than the %2 (2·p − 1) of its warm-up</source>
        <translation>%1 Microbatches sind weniger als die %2 (2·p − 1) seines Anlaufs</translation>
    </message>
    <message>
        <source>it makes no such order by itself; those that it makes are %1</source>
        <translation>es macht selbst keine solche Reihenfolge; die, die es macht, sind %1</translation>
    </message>
    <message>
        <source>ranks, chunks, microbatches and group are 1 or more</source>
        <translation>Ranks, Chunks, Microbatches und Gruppe sind 1 oder mehr</translation>
    </message>
    <message>
        <source>torch %1 reads no CSV</source>
        <translation>torch %1 liest kein CSV</translation>
    </message>
    <message>
        <source>it builds a loop or a V of two stages per rank, never another placement</source>
        <translation>es baut eine Schleife oder ein V aus zwei Stufen je Rank, niemals eine andere Platzierung</translation>
    </message>
    <message>
        <source>runs by itself as %1</source>
        <translation>läuft von selbst als %1</translation>
    </message>
    <message>
        <source>runs by itself as %1, an order of its own</source>
        <translation>läuft von selbst als %1, mit eigener Reihenfolge</translation>
    </message>
    <message>
        <source>only from a CSV</source>
        <translation>nur aus einer CSV-Datei</translation>
    </message>
    <message>
        <source>hangs on %1</source>
        <translation>hängt auf %1</translation>
    </message>
    <message>
        <source>does not run</source>
        <translation>läuft nicht</translation>
    </message>
</context>
<context>
    <name>frameworks</name>
    <message>
        <source>no framework %1 is known here; there are %2</source>
        <translation>ein Framework %1 ist hier nicht bekannt; es gibt %2</translation>
    </message>
    <message>
        <source>%1: after @ there must be a release, such as %2</source>
        <translation>%1: Hinter @ muss eine Version stehen, etwa %2</translation>
    </message>
    <message>
        <source>the rules of %1 were read from release %2 on, not those of %3</source>
        <translation>die Regeln von %1 wurden ab Version %2 gelesen, nicht die von %3</translation>
    </message>
</context>
<context>
    <name>generator</name>
    <message>
        <source>1F1B over several chunks per rank: 1/v of its bubble, for more memory and transfers</source>
        <translation>1F1B über mehrere Chunks je Rank: 1/v seiner Blase, dafür mehr Speicher und Transfers</translation>
    </message>
    <message>
        <source>chunks per rank (at least 2); the size of the groups in which microbatches pass a chunk (p, or a little more where p does not divide m; at least p)</source>
        <translation>Chunks je Rank (mindestens 2); die Größe der Gruppen, in denen Microbatches einen Chunk durchlaufen (p oder etwas mehr, wo p kein Teiler von m ist; mindestens p)</translation>
    </message>
    <message>
        <source>m·S + (p − 1)·S/v + 2·(p·v − 1)·C, when 1 &lt; p ≤ m, no group is asked for, p divides m or C = 0, v·C ≤ T_F and v·C ≤ T_B + T_W</source>
        <translation>m·S + (p − 1)·S/v + 2·(p·v − 1)·C, wenn 1 &lt; p ≤ m, keine Gruppe verlangt ist, p ein Teiler von m oder C = 0 ist, v·C ≤ T_F und v·C ≤ T_B + T_W</translation>
    </message>
    <message>
        <source>Every microbatch passes a chunk before any enters the next; suits sharded weights</source>
        <translation>Jeder Microbatch durchläuft einen Chunk, ehe einer den nächsten betritt; passt zu verteilten Gewichten</translation>
    </message>
    <message>
        <source>chunks per rank (at least 2)</source>
        <translation>Chunks je Rank (mindestens 2)</translation>
    </message>
    <message>
        <source>m·S + (p − 1)·(S/v + 2·C), when p ≤ m, p·v·C ≤ (m − p)·T_F and p·v·C ≤ (m − p)·(T_B + T_W)</source>
        <translation>m·S + (p − 1)·(S/v + 2·C), wenn p ≤ m, p·v·C ≤ (m − p)·T_F und p·v·C ≤ (m − p)·(T_B + T_W)</translation>
    </message>
    <message>
        <source>Interleaved 1F1B with B and W apart, in the memory of 1F1B</source>
        <translation>Verschachteltes 1F1B mit getrenntem B und W, im Speicher von 1F1B</translation>
    </message>
    <message>
        <source>chunks per rank (at least 2); the size of the groups in which microbatches pass a chunk</source>
        <translation>Chunks je Rank (mindestens 2); die Größe der Gruppen, in denen Microbatches einen Chunk durchlaufen</translation>
    </message>
    <message>
        <source>m·S + (p − 1)·(T_F + T_B − T_W)/v, when p divides m, the group is p, T_W ≤ T_F and C = 0</source>
        <translation>m·S + (p − 1)·(T_F + T_B − T_W)/v, wenn p ein Teiler von m ist, die Gruppe p groß, T_W ≤ T_F und C = 0</translation>
    </message>
    <message>
        <source>All forwards, then all backwards; holds every microbatch at once</source>
        <translation>Alle Vorwärtsschritte, dann alle Rückwärtsschritte; hält alle Microbatches zugleich</translation>
    </message>
    <message>
        <source>(m + p − 1)·S + 2·(p − 1)·C</source>
        <translation>(m + p − 1)·S + 2·(p − 1)·C</translation>
    </message>
    <message>
        <source>One forward, one backward in turn; holds p microbatches at most</source>
        <translation>Abwechselnd ein Vorwärts- und ein Rückwärtsschritt; hält höchstens p Microbatches</translation>
    </message>
    <message>
        <source>(m + p − 1)·S + (2·(p − 1)·(m/p + 1) − 2)·C, when p &gt; 1 divides m</source>
        <translation>(m + p − 1)·S + (2·(p − 1)·(m/p + 1) − 2)·C, wenn p &gt; 1 ein Teiler von m ist</translation>
    </message>
    <message>
        <source>1F1B with B and W apart: W fills the cool-down, in the memory of 1F1B</source>
        <translation>1F1B mit getrenntem B und W: W füllt das Leerlaufen am Ende, im Speicher von 1F1B</translation>
    </message>
    <message>
        <source>m·S + (p − 1)·(T_F + T_B − T_W + 4·C), when m &gt; p and 2·C ≤ T_W ≤ T_F + 2·C</source>
        <translation>m·S + (p − 1)·(T_F + T_B − T_W + 4·C), wenn m &gt; p und 2·C ≤ T_W ≤ T_F + 2·C</translation>
    </message>
    <message>
        <source>More forwards ahead fill the warm-up too, in up to twice the memory of 1F1B</source>
        <translation>Mehr Vorwärtsschritte im Voraus füllen auch den Anlauf, in bis zu doppelt so viel Speicher wie 1F1B</translation>
    </message>
    <message>
        <source>m·S + (p − 1)·(T_F + T_B − 2·T_W + 2·C), when m ≥ 2·p − 1, T_W ≤ T_F, 2·C ≤ T_F + T_B and that term is not negative</source>
        <translation>m·S + (p − 1)·(T_F + T_B − 2·T_W + 2·C), wenn m ≥ 2·p − 1, T_W ≤ T_F, 2·C ≤ T_F + T_B und dieser Summand nicht negativ ist</translation>
    </message>
    <message>
        <source>The automatic Zero Bubble method: the best order it finds within any memory limits</source>
        <translation>Das automatische Zero-Bubble-Verfahren: die beste Reihenfolge, die es in beliebigen Speichergrenzen findet</translation>
    </message>
    <message>
        <source>memory limit of each rank; the objective</source>
        <translation>Speichergrenze jedes Ranks; das Ziel</translation>
    </message>
    <message>
        <source>The automatic method, as published, in the memory of 1F1B: p microbatches on every rank</source>
        <translation>Das automatische Verfahren, wie veröffentlicht, im Speicher von 1F1B: p Microbatches auf jedem Rank</translation>
    </message>
    <message>
        <source>a rank without a memory limit gets p times its M_F; the objective</source>
        <translation>ein Rank ohne Speichergrenze bekommt das p-Fache seines M_F; das Ziel</translation>
    </message>
    <message>
        <source>The automatic method, as published, in twice the memory of 1F1B: nearly no bubble is left</source>
        <translation>Das automatische Verfahren, wie veröffentlicht, im doppelten Speicher von 1F1B: Fast kein Leerlauf bleibt</translation>
    </message>
    <message>
        <source>a rank without a memory limit gets 2·p times its M_F; the objective</source>
        <translation>ein Rank ohne Speichergrenze bekommt das 2·p-Fache seines M_F; das Ziel</translation>
    </message>
    <message>
        <source>%1 would hold up to %2 on rank %3; the limits that the problem has are kept, there %4</source>
        <translation>%1 hielte bis zu %2 auf Rank %3; die Grenzen der Aufgabe bleiben, dort %4</translation>
    </message>
    <message>
        <source>Waves: stages go down the ranks and back up, w times, with B and W in one</source>
        <translation>Wellen: Die Stufen laufen w-mal die Ranks hinab und wieder hinauf, mit B und W in einem</translation>
    </message>
    <message>
        <source>chunks per rank, two for each wave (at least 2); a memory limit lets fewer microbatches in</source>
        <translation>Chunks je Rank, zwei für jede Welle (mindestens 2); eine Speichergrenze lässt weniger Microbatches ein</translation>
    </message>
    <message>
        <source>Two directions fill each other&apos;s gaps; every stage lives on two ranks</source>
        <translation>Zwei Richtungen füllen einander die Lücken; jede Stufe wohnt auf zwei Ranks</translation>
    </message>
    <message>
        <source>an even number of ranks; a memory limit lets fewer microbatches in</source>
        <translation>eine gerade Zahl von Ranks; eine Speichergrenze lässt weniger Microbatches ein</translation>
    </message>
    <message>
        <source>m·S + (p/2 − 1)·S, when p divides m, C = 0 and T_F = T_B + T_W; m·S + (p − 2)·2·S/3, when m = p, C = 0 and 2·T_F = T_B + T_W</source>
        <translation>m·S + (p/2 − 1)·S, wenn p ein Teiler von m ist, C = 0 und T_F = T_B + T_W; m·S + (p − 2)·2·S/3, wenn m = p, C = 0 und 2·T_F = T_B + T_W</translation>
    </message>
    <message>
        <source>Two directions, with F of one and BW of the other overlapped; every stage lives on two ranks</source>
        <translation>Zwei Richtungen, F der einen und BW der anderen überlappt; jede Stufe wohnt auf zwei Ranks</translation>
    </message>
    <message>
        <source>an even number of ranks, p; an even number of microbatches, at least 2·p; the time of an overlapped pair</source>
        <translation>eine gerade Zahl von Ranks, p; eine gerade Zahl von Microbatches, mindestens 2·p; die Zeit eines überlappten Paares</translation>
    </message>
    <message>
        <source>m·S + (p/2 − 1)·(P + T_B − 2·T_W), when P = S, T_W ≤ T_F = T_B and C = 0; where P is less but at least T_B + T_W, the last term is the idle time of the most idle rank</source>
        <translation>m·S + (p/2 − 1)·(P + T_B − 2·T_W), wenn P = S, T_W ≤ T_F = T_B und C = 0; wo P kleiner ist, aber mindestens T_B + T_W, ist der letzte Summand der Leerlauf des Ranks, der am meisten davon hat</translation>
    </message>
    <message>
        <source>DualPipe cut in half: its two directions are the arms of a V, every stage lives once</source>
        <translation>DualPipe halbiert: Seine beiden Richtungen sind die Arme eines V, jede Stufe wohnt einmal</translation>
    </message>
    <message>
        <source>at least 2·p microbatches; the time of an overlapped pair</source>
        <translation>mindestens 2·p Microbatches; die Zeit eines überlappten Paares</translation>
    </message>
    <message>
        <source>m·S + (p − 1)·(P + T_B − 2·T_W)/2, when P = S, T_W ≤ T_F = T_B and C = 0; where P is less but at least T_B + T_W, the last term is the idle time of the most idle rank</source>
        <translation>m·S + (p − 1)·(P + T_B − 2·T_W)/2, wenn P = S, T_W ≤ T_F = T_B und C = 0; wo P kleiner ist, aber mindestens T_B + T_W, ist der letzte Summand der Leerlauf des Ranks, der am meisten davon hat</translation>
    </message>
    <message>
        <source>The automatic Zero Bubble method on a V: the best it finds within the memory limits</source>
        <translation>Das automatische Zero-Bubble-Verfahren auf einem V: das Beste, was es in den Speichergrenzen findet</translation>
    </message>
    <message>
        <source>memory limit of each rank (none at all: p microbatches on every rank); the objective</source>
        <translation>Speichergrenze jedes Ranks (gar keine: p Microbatches auf jedem Rank); das Ziel</translation>
    </message>
    <message>
        <source>m·S, makespan m·S + (p − 1)·T_F / 2, when T_F = T_B = T_W, C = 0, m ≥ 2·p − 1 and the limit is that of 1F1B</source>
        <translation>m·S, Gesamtdauer m·S + (p − 1)·T_F / 2, wenn T_F = T_B = T_W, C = 0, m ≥ 2·p − 1 und die Grenze die von 1F1B ist</translation>
    </message>
    <message>
        <source>The hand-made V that PyTorch runs, whatever the costs, in the memory of 1F1B</source>
        <translation>Das V von Hand, das PyTorch ausführt, gleich bei welchen Kosten, im Speicher von 1F1B</translation>
    </message>
    <message>
        <source>m·S, when T_F = T_B = T_W, C = 0 and m ≥ 2·p − 1; makespan m·S + (p − 1)·T_B / 2, when C = 0, T_F ≤ T_B ≤ 2·T_W, T_W ≤ T_B and m ≥ 2·p − 1</source>
        <translation>m·S, wenn T_F = T_B = T_W, C = 0 und m ≥ 2·p − 1; Gesamtdauer m·S + (p − 1)·T_B / 2, wenn C = 0, T_F ≤ T_B ≤ 2·T_W, T_W ≤ T_B und m ≥ 2·p − 1</translation>
    </message>
    <message>
        <source>1F1B on a V: BW in one, in about two thirds of the memory of 1F1B</source>
        <translation>1F1B auf einem V: BW in einem, in etwa zwei Dritteln des Speichers von 1F1B</translation>
    </message>
    <message>
        <source>The least memory that a V allows without a steady bubble: about a third of 1F1B&apos;s</source>
        <translation>Der kleinste Speicher, den ein V ohne dauernden Leerlauf erlaubt: etwa ein Drittel von dem von 1F1B</translation>
    </message>
    <message>
        <source>Half the memory of 1F1B, and half its bubble</source>
        <translation>Der halbe Speicher von 1F1B und seine halbe Blase</translation>
    </message>
    <message>
        <source>%1 does not look at times, so that the order is the same as for equal microbatches</source>
        <translation>%1 beachtet keine Zeiten; die Reihenfolge ist dieselbe wie bei gleichen Microbatches</translation>
    </message>
    <message>
        <source>%1 chooses by the times of each microbatch, within the memory of the largest; they run in turn, whichever takes longest</source>
        <translation>%1 wählt nach den Zeiten jedes Microbatches, im Speicher des größten; sie laufen der Reihe nach, welcher auch am längsten dauert</translation>
    </message>
    <message>
        <source>Interleaved 1F1B whose steady part is overlapped pairs: the one&apos;s communication hides behind the other&apos;s compute</source>
        <translation>Interleaved 1F1B, dessen stetiger Teil aus überlappten Paaren besteht: Die Kommunikation des einen verbirgt sich hinter der Rechnung des anderen</translation>
    </message>
    <message>
        <source>chunks per rank (at least 2); the time of an overlapped pair; the size of the groups in which microbatches pass a chunk (p, or a little more where p does not divide m; at least p)</source>
        <translation>Chunks je Rank (mindestens 2); die Zeit eines überlappten Paares; die Größe der Gruppen, in denen Microbatches einen Chunk durchlaufen (p oder etwas mehr, wo p kein Teiler von m ist; mindestens p)</translation>
    </message>
    <message>
        <source>m·P + (p − 1)·S/v + (p·(v − 1) + 1)·(S − P)/v, when p divides m, the group is p, T_F ≤ P, T_B + T_W ≤ P and C = 0</source>
        <translation>m·P + (p − 1)·S/v + (p·(v − 1) + 1)·(S − P)/v, wenn p ein Teiler von m ist, die Gruppe p groß, T_F ≤ P, T_B + T_W ≤ P und C = 0</translation>
    </message>
    <message>
        <source>Combined interleaved 1F1B whose pairs are of F and B; each W follows its pair</source>
        <translation>Combined interleaved 1F1B, dessen Paare aus F und B sind; jedes W folgt seinem Paar</translation>
    </message>
    <message>
        <source>chunks per rank (at least 2); the time of an overlapped pair, without W; the size of the groups in which microbatches pass a chunk (p, or a little more where p does not divide m; at least p)</source>
        <translation>Chunks je Rank (mindestens 2); die Zeit eines überlappten Paares ohne W; die Größe der Gruppen, in denen Microbatches einen Chunk durchlaufen (p oder etwas mehr, wo p kein Teiler von m ist; mindestens p)</translation>
    </message>
    <message>
        <source>Interleaved with a shorter warm-up: the memory of 1F1B, W after its B</source>
        <translation>Interleaved mit kürzerem Anlauf: der Speicher von 1F1B, W nach seinem B</translation>
    </message>
    <message>
        <source>chunks per rank (at least 2); the size of the groups in which microbatches pass a chunk (p; at least p/2)</source>
        <translation>Chunks je Rank (mindestens 2); die Größe der Gruppen, in denen Microbatches einen Chunk durchlaufen (p; mindestens p/2)</translation>
    </message>
    <message>
        <source>GIS in half groups: (v + 1)/(2·v) of the memory of 1F1B, three quarters with two chunks</source>
        <translation>GIS in halben Gruppen: (v + 1)/(2·v) des Speichers von 1F1B, drei Viertel bei zwei Chunks</translation>
    </message>
    <message>
        <source>chunks per rank (at least 2); the size of the groups in which microbatches pass a chunk (p/2; at least p/2)</source>
        <translation>Chunks je Rank (mindestens 2); die Größe der Gruppen, in denen Microbatches einen Chunk durchlaufen (p/2; mindestens p/2)</translation>
    </message>
    <message>
        <source>1F1B whose last backwards let the gradient through first; W fills the waits</source>
        <translation>1F1B, dessen letzte Rückwärtsschritte erst den Gradienten durchlassen; W füllt die Wartezeiten</translation>
    </message>
    <message>
        <source>m·S + (p − 1)·(T_F + T_B), when T_W ≤ T_F and C = 0</source>
        <translation>m·S + (p − 1)·(T_F + T_B), wenn T_W ≤ T_F und C = 0</translation>
    </message>
    <message>
        <source>1F1B whose steady part is overlapped pairs: the one&apos;s communication hides behind the other&apos;s compute; holds up to 2·p microbatches</source>
        <translation>1F1B, dessen stetiger Teil aus überlappten Paaren besteht: Die Kommunikation des einen verbirgt sich hinter der Rechnung des anderen; hält bis zu 2·p Microbatches</translation>
    </message>
    <message>
        <source>the time of an overlapped pair</source>
        <translation>die Zeit eines überlappten Paares</translation>
    </message>
    <message>
        <source>p·S + (m − 1)·P, when T_F ≤ P, T_B + T_W ≤ P and C = 0</source>
        <translation>p·S + (m − 1)·P, wenn T_F ≤ P, T_B + T_W ≤ P und C = 0</translation>
    </message>
    <message>
        <source>Combined 1F1B whose pairs are of F and B; each W follows its pair</source>
        <translation>Combined 1F1B, dessen Paare aus F und B sind; jedes W folgt seinem Paar</translation>
    </message>
    <message>
        <source>the time of an overlapped pair, without W</source>
        <translation>die Zeit eines überlappten Paares ohne W</translation>
    </message>
    <message>
        <source>m·T_W + p·(T_F + T_B) + (m − 1)·P, when T_F ≤ P, T_B ≤ P and C = 0</source>
        <translation>m·T_W + p·(T_F + T_B) + (m − 1)·P, wenn T_F ≤ P, T_B ≤ P und C = 0</translation>
    </message>
    <message>
        <source>m·(P + T_W) + (p − 1)·(T_F + T_B)/v + (p·(v − 1) + 1)·(T_F + T_B − P)/v, when p divides m, the group is p, T_F ≤ P, T_B + T_W ≤ P and C = 0</source>
        <translation>m·(P + T_W) + (p − 1)·(T_F + T_B)/v + (p·(v − 1) + 1)·(T_F + T_B − P)/v, wenn p ein Teiler von m ist, die Gruppe p groß, T_F ≤ P, T_B + T_W ≤ P und C = 0</translation>
    </message>
    <message>
        <source>m·S + (p − 1)·(T_F + T_B)/v, when p divides m, the group is p and C = 0</source>
        <translation>m·S + (p − 1)·(T_F + T_B)/v, wenn p ein Teiler von m ist, die Gruppe p groß und C = 0</translation>
    </message>
    <message>
        <source>m·S + (p − 1)·(T_F + T_B)/v + p/2·(v − 1)/v·(T_F + T_B − T_W), when p is even and divides m, the group is p/2, T_W ≤ T_B, |T_F − T_B| ≤ T_W and C = 0</source>
        <translation>m·S + (p − 1)·(T_F + T_B)/v + p/2·(v − 1)/v·(T_F + T_B − T_W), wenn p gerade und ein Teiler von m ist, die Gruppe p/2 groß, T_W ≤ T_B, |T_F − T_B| ≤ T_W und C = 0</translation>
    </message>
</context>
<context>
    <name>job</name>
    <message>
        <source>%1 is no address of this machine: %2</source>
        <translation>%1 ist keine Adresse dieser Maschine: %2</translation>
    </message>
    <message>
        <source>nothing can listen on %1, port %2: %3</source>
        <translation>auf %1, Port %2, lässt sich nicht lauschen: %3</translation>
    </message>
    <message>
        <source>the system gives no random numbers</source>
        <translation>das System liefert keine Zufallszahlen</translation>
    </message>
    <message>
        <source>rank %1 was turned away: %2</source>
        <translation>Rank %1 wurde abgewiesen: %2</translation>
    </message>
    <message>
        <source>a line was longer than can be meant; its link was closed</source>
        <translation>eine Zeile war länger, als gemeint sein kann; ihre Verbindung wurde geschlossen</translation>
    </message>
    <message>
        <source>somebody who does not know the token was turned away</source>
        <translation>jemand, der die Kennung nicht kennt, wurde abgewiesen</translation>
    </message>
    <message>
        <source>its token is another one; give the job the line that this listener printed</source>
        <translation>seine Kennung ist eine andere; der Auftrag braucht die Zeile, die dieser Zuhörer ausgegeben hat</translation>
    </message>
    <message>
        <source>rank %1 speaks version %2 of the protocol, and %3 is spoken here; install the package lanewright of this version</source>
        <translation>Rank %1 spricht Version %2 des Protokolls, und hier wird %3 gesprochen; bitte das Paket lanewright dieser Version installieren</translation>
    </message>
    <message>
        <source>rank %1 came twice; a listener serves one job</source>
        <translation>Rank %1 kam zweimal; ein Zuhörer dient einem Auftrag</translation>
    </message>
    <message>
        <source>the job&apos;s plan is for another number of ranks, stages or microbatches</source>
        <translation>der Plan des Auftrags ist für eine andere Zahl von Ranks, Stufen oder Microbatches</translation>
    </message>
    <message>
        <source>rank %1 is of another job</source>
        <translation>Rank %1 gehört zu einem anderen Auftrag</translation>
    </message>
    <message>
        <source>rank %1 reports spans before it was ready</source>
        <translation>Rank %1 meldet Zeitspannen, bevor er bereit war</translation>
    </message>
    <message>
        <source>rank %1 reports an op that its job does not have</source>
        <translation>Rank %1 meldet eine Op, die sein Auftrag nicht hat</translation>
    </message>
    <message>
        <source>rank %1 reports step %2 after step %3</source>
        <translation>Rank %1 meldet Schritt %2 nach Schritt %3</translation>
    </message>
    <message>
        <source>no rank says that it has stage %1</source>
        <translation>kein Rank sagt, dass er Stufe %1 hat</translation>
    </message>
    <message>
        <source>no step was reported by all ranks</source>
        <translation>kein Schritt wurde von allen Ranks gemeldet</translation>
    </message>
    <message>
        <source>step %1 holds no op, or the clocks of the ranks are days apart in it</source>
        <translation>Schritt %1 enthält keine Op, oder die Uhren der Ranks liegen darin um Tage auseinander</translation>
    </message>
    <message numerus="yes">
        <source>ranks %1 went without a last word: they were killed, or their links were lost</source>
        <comment>rank %1 went without a last word: it was killed, or its link was lost</comment>
        <translation>
            <numerusform>Rank %1 ging ohne ein letztes Wort: Er wurde gewaltsam beendet, oder seine Verbindung brach ab</numerusform>
            <numerusform>Die Ranks %1 gingen ohne ein letztes Wort: Sie wurden gewaltsam beendet, oder ihre Verbindungen brachen ab</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::BandwidthModel</name>
    <message>
        <source>from rank %1 to rank %2: %3 %4</source>
        <translation>von Rank %1 zu Rank %2: %3 %4</translation>
    </message>
    <message>
        <source>Set the bandwidth of every pair of ranks</source>
        <translation>Die Bandbreite aller Paare von Ranks setzen</translation>
    </message>
    <message>
        <source>Set the bandwidth from rank %1 to rank %2</source>
        <translation>Die Bandbreite von Rank %1 zu Rank %2 setzen</translation>
    </message>
    <message>
        <source>unit of time</source>
        <translation>Zeiteinheit</translation>
    </message>
</context>
<context>
    <name>lanewright::app::Banner</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>No program shows folders here. The path is on the clipboard: %1</source>
        <translation>Hier zeigt kein Programm Ordner. Der Pfad liegt in der Zwischenablage: %1</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::BlockDialog</name>
    <message>
        <source>Building block</source>
        <translation>Baustein</translation>
    </message>
    <message>
        <source>The ops of the first microbatch, which all others run again, one interval later each. Drag them into their order, and a block&apos;s left edge to let it wait.</source>
        <translation>Die Ops des ersten Microbatch, die alle anderen noch einmal ausführen, jedes einen Abstand später. Ziehen Sie sie in ihre Reihenfolge, und die linke Kante eines Blocks, damit er wartet.</translation>
    </message>
    <message>
        <source>The whole order follows as soon as ops are placed.</source>
        <translation>Die ganze Reihenfolge folgt, sobald Ops gesetzt sind.</translation>
    </message>
    <message>
        <source>The block begins empty: %1. The whole order follows as soon as ops are placed.</source>
        <translation>Der Baustein beginnt leer: %1. Die ganze Reihenfolge folgt, sobald Ops gesetzt sind.</translation>
    </message>
    <message>
        <source>Replace the order</source>
        <translation>Reihenfolge ersetzen</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>as &amp;short as can be</source>
        <translation>so &amp;kurz wie möglich</translation>
    </message>
    <message>
        <source>S&amp;queeze</source>
        <translation>&amp;Zusammenziehen</translation>
    </message>
    <message>
        <source>Draws the whole order together: blocks move into pauses before them, where memory has room. Nothing runs later.</source>
        <translation>Zieht die ganze Reihenfolge zusammen: Blöcke rücken in Pausen vor ihnen, wo der Speicher Platz hat. Nichts läuft später.</translation>
    </message>
    <message>
        <source>Microbatches of a block</source>
        <translation>Microbatches eines Bausteins</translation>
    </message>
    <message>
        <source>&amp;Interval</source>
        <translation>&amp;Abstand</translation>
    </message>
    <message>
        <source>&amp;Microbatches of a block</source>
        <translation>&amp;Microbatches eines Bausteins</translation>
    </message>
    <message>
        <source>Least interval</source>
        <translation>Kleinster Abstand</translation>
    </message>
    <message>
        <source>At a shorter one blocks of a rank would run at one time.</source>
        <translation>Bei einem kürzeren liefen Blöcke eines Ranks zur selben Zeit.</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>Periode</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>Iteration</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Blase</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>per rank %1</source>
        <translation>je Rank %1</translation>
    </message>
    <message>
        <source>Microbatches of a block: %1</source>
        <translation>Microbatches eines Bausteins: %1</translation>
    </message>
</context>
<context>
    <name>lanewright::app::BoundaryModel</name>
    <message>
        <source>boundary</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Between two stages that follow each other.</source>
        <translation>Zwischen zwei Stufen, die aufeinander folgen.</translation>
    </message>
    <message>
        <source>time (%1)</source>
        <translation>Zeit (%1)</translation>
    </message>
    <message>
        <source>What its messages take on top of the transfer of their ranks.</source>
        <translation>Was ihre Nachrichten zum Transfer zwischen ihren Ranks hinzu brauchen.</translation>
    </message>
    <message>
        <source>size (%1)</source>
        <translation>Größe (%1)</translation>
    </message>
    <message>
        <source>How large a message is. It takes time where there is a bandwidth.</source>
        <translation>Wie groß eine Nachricht ist. Das braucht Zeit, wo es eine Bandbreite gibt.</translation>
    </message>
    <message>
        <source>in all (%1)</source>
        <translation>gesamt (%1)</translation>
    </message>
    <message>
        <source>How long a message is on its way at most, transfer included; on one rank no time.</source>
        <translation>Wie lange eine Nachricht höchstens unterwegs ist, den Transfer eingerechnet; auf einem Rank keine Zeit.</translation>
    </message>
    <message>
        <source>between stages %1 and %2, %3: %4</source>
        <translation>zwischen den Stufen %1 und %2, %3: %4</translation>
    </message>
    <message>
        <source>Set the time of messages between stages %1 and %2 to %3</source>
        <translation>Die Zeit der Nachrichten zwischen den Stufen %1 und %2 auf %3 setzen</translation>
    </message>
    <message>
        <source>Set the size of messages between stages %1 and %2 to %3</source>
        <translation>Die Größe der Nachrichten zwischen den Stufen %1 und %2 auf %3 setzen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::BoundarySheet</name>
    <message>
        <source>Stage boundaries</source>
        <translation>Stufengrenzen</translation>
    </message>
    <message>
        <source>Messages over every stage boundary</source>
        <translation>Nachrichten über jede Stufengrenze</translation>
    </message>
    <message>
        <source>Bandwidth of every pair of ranks</source>
        <translation>Bandbreite jedes Paars von Ranks</translation>
    </message>
    <message>
        <source>Messages may differ from one stage boundary to the next, as where a stage hands on more than it took. A time counts as it stands, a size by the bandwidth below.</source>
        <translation>Nachrichten dürfen von Stufengrenze zu Stufengrenze verschieden sein, etwa wo eine Stufe mehr weitergibt, als sie bekam. Eine Zeit zählt, wie sie dasteht, eine Größe nach der Bandbreite darunter.</translation>
    </message>
    <message>
        <source>How much travels from the rank of the row to that of the column, in %1. The first number is that of all pairs; without any, sizes take no time.</source>
        <translation>Wie viel vom Rank der Zeile zu dem der Spalte geht, in %1. Die erste Zahl gilt für alle Paare; ohne jede brauchen Größen keine Zeit.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::CausesPanel</name>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritten</translation>
    </message>
    <message>
        <source>Its ops may hold waits, which then count as work.</source>
        <translation>Seine Ops können Wartezeiten enthalten, die dann als Arbeit zählen.</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>Wo die Zeit blieb</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%1 von %2 Schritten</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Makes it the schedule of this window, as one step of the history.</source>
        <translation>Macht es zum Ablaufplan dieses Fensters, als ein Schritt des Verlaufs.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Costs from this run</source>
        <translation>Kosten aus diesem Lauf</translation>
    </message>
    <message>
        <source>Per stage</source>
        <translation>Je Stufe</translation>
    </message>
    <message>
        <source>Stages, transfers and memory of the plan take what the run measured in the mean.</source>
        <translation>Stufen, Übertragungen und Speicher des Plans bekommen, was der Lauf im Mittel gemessen hat.</translation>
    </message>
    <message>
        <source>Per stage and microbatch</source>
        <translation>Je Stufe und Microbatch</translation>
    </message>
    <message>
        <source>Every microbatch takes its own times: those of the pipeline that is shown.</source>
        <translation>Jeder Microbatch bekommt seine eigenen Zeiten: die der gezeigten Pipeline.</translation>
    </message>
    <message>
        <source>The steps are being replayed …</source>
        <translation>Die Schritte werden nachgespielt …</translation>
    </message>
    <message>
        <source>Trying: %1 …</source>
        <translation>Probiert: %1 …</translation>
    </message>
    <message>
        <source>A search takes some seconds.</source>
        <translation>Eine Suche dauert einige Sekunden.</translation>
    </message>
    <message>
        <source>This can&apos;t be tried</source>
        <translation>Das lässt sich nicht probieren</translation>
    </message>
    <message>
        <source>of an iteration of %1 (mean of %2, with what lies outside the pipeline); the shares add up to it. Replayed without late launches: %3; if every op took what is typical of its kind: %4; the first is %5 times the second.</source>
        <translation>einer Iteration von %1 (Mittel von %2, mit dem, was außerhalb der Pipeline liegt); die Anteile ergeben sie zusammen. Nachgespielt ohne späte Starts: %3; brauchte jede Op, was für ihre Art typisch ist: %4; das erste ist das %5-fache des zweiten.</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>What the ranks compute in the mean, every op at the mean of its kind. All else of the step is above.</source>
        <translation>Was die Ranks im Mittel rechnen, jede Op mit dem Mittel ihrer Art. Alles andere des Schritts steht darüber.</translation>
    </message>
    <message>
        <source>Unnamed</source>
        <translation>Ungenannt</translation>
    </message>
    <message>
        <source>What no cause explains: clocks that don&apos;t fit, and causes below a two-thousandth of a step.</source>
        <translation>Was keine Ursache erklärt: Uhren, die nicht passen, und Ursachen unter einem Zweitausendstel eines Schritts.</translation>
    </message>
    <message>
        <source>%1 of the step is fill and drain that no order of these ops avoids</source>
        <translation>%1 des Schritts ist Füllen und Leeren, das keine Reihenfolge dieser Ops vermeidet</translation>
    </message>
    <message>
        <source>Lays it beside what ran.</source>
        <translation>Legt es neben das, was lief.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::ClusterView</name>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Open a cluster, or drop its file here.</source>
        <translation>Einen Cluster öffnen oder seine Datei hier ablegen.</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>stages %1 and %2</source>
        <translation>Stufen %1 und %2</translation>
    </message>
    <message>
        <source>stages %1, %2</source>
        <translation>Stufen %1, %2</translation>
    </message>
    <message>
        <source>free</source>
        <translation>frei</translation>
    </message>
    <message>
        <source>%1. It has no stage.</source>
        <translation>%1. Es hat keine Stufe.</translation>
    </message>
    <message>
        <source>%1. It has %2: %3; its memory is %4 full.</source>
        <translation>%1. Es hat %2: %3; sein Speicher ist zu %4 voll.</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>%1: %2, shared by all values that cross it</source>
        <translation>%1: %2, geteilt von allen Werten, die darüber gehen</translation>
    </message>
    <message>
        <source>Put %1 on %2</source>
        <translation>%1 auf %2 legen</translation>
    </message>
    <message>
        <source>Here it puts %1 on %2.</source>
        <translation>Hier kommt %1 auf %2.</translation>
    </message>
    <message>
        <source>stages %1</source>
        <comment>several numbers</comment>
        <translation>Stufen %1</translation>
    </message>
</context>
<context>
    <name>lanewright::app::CommandPalette</name>
    <message>
        <source>File: %1</source>
        <translation>Datei: %1</translation>
    </message>
    <message>
        <source>Edit: %1</source>
        <translation>Bearbeiten: %1</translation>
    </message>
    <message>
        <source>Theme: %1</source>
        <translation>Erscheinungsbild: %1</translation>
    </message>
    <message>
        <source>Language: %1</source>
        <translation>Sprache: %1</translation>
    </message>
    <message>
        <source>Arrows: %1</source>
        <translation>Pfeile: %1</translation>
    </message>
    <message>
        <source>View: %1</source>
        <translation>Ansicht: %1</translation>
    </message>
    <message>
        <source>Run: %1</source>
        <translation>Lauf: %1</translation>
    </message>
    <message>
        <source>Help: %1</source>
        <translation>Hilfe: %1</translation>
    </message>
    <message>
        <source>A command, a block such as B2.5, a rank …</source>
        <translation>Ein Befehl, ein Block wie B2.5, ein Rank …</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
</context>
<context>
    <name>lanewright::app::CompareActions</name>
    <message>
        <source>C&amp;ompare plans and runs …</source>
        <translation>Pläne und Läufe &amp;vergleichen …</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1: as it ran</source>
        <translation>%1: wie es lief</translation>
    </message>
    <message>
        <source>%1, run %2</source>
        <translation>%1, Lauf %2</translation>
    </message>
    <message>
        <source>Prese&amp;nt …</source>
        <translation>Vorfü&amp;hren …</translation>
    </message>
    <message>
        <source>Plans side by side on the whole screen, in large type for a room.</source>
        <translation>Pläne nebeneinander auf dem ganzen Bildschirm, in großer Schrift für einen Raum.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::CompareWindow</name>
    <message>
        <source>Compared schedules</source>
        <translation>Verglichene Ablaufpläne</translation>
    </message>
    <message>
        <source>Compare — Lanewright</source>
        <translation>Vergleich — Lanewright</translation>
    </message>
    <message>
        <source>Add files …</source>
        <translation>Dateien hinzufügen …</translation>
    </message>
    <message>
        <source>Fit all</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Add plans and runs, or drop their files here.</source>
        <translation>Pläne und Läufe hinzufügen oder ihre Dateien hier ablegen.</translation>
    </message>
    <message>
        <source>Take it out of the comparison</source>
        <translation>Aus dem Vergleich nehmen</translation>
    </message>
    <message>
        <source>unfinished, so no time: %1</source>
        <translation>unfertig, daher keine Zeit: %1</translation>
    </message>
    <message>
        <source>stalls, so no time: %1</source>
        <translation>hängt, daher keine Zeit: %1</translation>
    </message>
    <message>
        <source>not compared, for the first is not valid: %1</source>
        <translation>nicht verglichen, denn der erste ist nicht gültig: %1</translation>
    </message>
    <message>
        <source>over a limit: %1</source>
        <translation>über einer Grenze: %1</translation>
    </message>
    <message>
        <source>measured: iteration %1, makespan %2</source>
        <translation>gemessen: Iteration %1, Gesamtdauer %2</translation>
    </message>
    <message>
        <source>What was tried before</source>
        <translation>Was zuvor versucht wurde</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Schedules and runs (*.lwsched *.lwrun *.csv);;All files (*)</source>
        <translation>Ablaufpläne und Läufe (*.lwsched *.lwrun *.csv);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Ctrl+O; Ctrl+W or Esc closes the comparison, F1 is help.</source>
        <translation>Strg+O; Strg+W oder Esc schließt den Vergleich, F1 ist Hilfe.</translation>
    </message>
    <message>
        <source>Ctrl+0</source>
        <translation>Strg+0</translation>
    </message>
    <message>
        <source>as fast as the first</source>
        <translation>so schnell wie die erste</translation>
    </message>
    <message>
        <source>%1 to the first</source>
        <translation>%1 zur ersten</translation>
    </message>
    <message>
        <source>%1 to the first, as measured</source>
        <translation>%1 zur ersten, wie gemessen</translation>
    </message>
    <message>
        <source>%1 to the first, as planned</source>
        <translation>%1 zur ersten, wie geplant</translation>
    </message>
    <message>
        <source>measured: a part, the run was cut short</source>
        <translation>gemessen: ein Teil, der Lauf wurde abgebrochen</translation>
    </message>
    <message>
        <source>measured: makespan %1</source>
        <translation>gemessen: Gesamtdauer %1</translation>
    </message>
    <message>
        <source>%1, in other units, so no point below</source>
        <translation>%1, in anderen Einheiten, darum kein Punkt unten</translation>
    </message>
    <message>
        <source>%1, no memory, so no point below</source>
        <translation>%1, kein Speicher, darum kein Punkt unten</translation>
    </message>
    <message>
        <source>%1, no iteration, so no point below</source>
        <translation>%1, keine Iteration, darum kein Punkt unten</translation>
    </message>
    <message>
        <source>%1, peak memory %2</source>
        <translation>%1, Spitzenspeicher %2</translation>
    </message>
    <message>
        <source>Save the numbers</source>
        <translation>Zahlen speichern</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>The table below as CSV, for a spreadsheet, or as Markdown.</source>
        <translation>Die Tabelle unten als CSV für eine Tabellenkalkulation oder als Markdown.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::ComparisonModel</name>
    <message>
        <source>%1, measured</source>
        <comment>Iteration</comment>
        <translation>%1, gemessen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::CostsPanel</name>
    <message>
        <source>Transfer time between ranks</source>
        <translation>Transferzeit zwischen Ranks</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>Speichergrenze</translation>
    </message>
    <message>
        <source>&amp;Transfer</source>
        <translation>&amp;Transfer</translation>
    </message>
    <message>
        <source>&amp;Transfer, at most</source>
        <translation>&amp;Transfer, höchstens</translation>
    </message>
    <message>
        <source>How long a value travels to another rank; with times per pair, the longest of them.</source>
        <translation>Wie lange ein Wert zu einem anderen Rank unterwegs ist; bei Zeiten je Paar die längste davon.</translation>
    </message>
    <message>
        <source>&amp;Memory limit</source>
        <translation>&amp;Speichergrenze</translation>
    </message>
    <message>
        <source>How much activation memory a rank may hold; with limits per rank, the highest of them.</source>
        <translation>Wie viel Aktivierungsspeicher ein Rank halten darf; bei Grenzen je Rank die höchste davon.</translation>
    </message>
    <message>
        <source>Links carry &amp;one value at a time</source>
        <translation>Verbindungen tragen nur &amp;einen Wert auf einmal</translation>
    </message>
    <message>
        <source>Else any number of values travel at once.</source>
        <translation>Sonst sind beliebig viele Werte zugleich unterwegs.</translation>
    </message>
    <message>
        <source>Same for &amp;all stages</source>
        <translation>Gleich für &amp;alle Stufen</translation>
    </message>
    <message>
        <source>Gives every stage the number of the selected cell.</source>
        <translation>Gibt jeder Stufe die Zahl der ausgewählten Zelle.</translation>
    </message>
    <message>
        <source>S&amp;cale …</source>
        <translation>S&amp;kalieren …</translation>
    </message>
    <message>
        <source>Multiplies the selected numbers; all, where none is selected.</source>
        <translation>Multipliziert die ausgewählten Zahlen; alle, wo keine ausgewählt ist.</translation>
    </message>
    <message>
        <source>&amp;Pairs …</source>
        <translation>&amp;Paare …</translation>
    </message>
    <message>
        <source>Set the transfer time to %1</source>
        <translation>Transferzeit auf %1 setzen</translation>
    </message>
    <message>
        <source>Set the memory limit to %1</source>
        <translation>Speichergrenze auf %1 setzen</translation>
    </message>
    <message>
        <source>Let links carry one value at a time</source>
        <translation>Verbindungen nur einen Wert auf einmal tragen lassen</translation>
    </message>
    <message>
        <source>Let links carry any number of values</source>
        <translation>Verbindungen beliebig viele Werte tragen lassen</translation>
    </message>
    <message>
        <source>Costs and memory of every stage</source>
        <translation>Kosten und Speicher jeder Stufe</translation>
    </message>
    <message>
        <source>Memory limits of every rank</source>
        <translation>Speichergrenzen jedes Ranks</translation>
    </message>
    <message>
        <source>Remove the memory limits</source>
        <translation>Speichergrenzen entfernen</translation>
    </message>
    <message>
        <source>Limit the memory to the present peak</source>
        <translation>Speicher auf die jetzige Spitze begrenzen</translation>
    </message>
    <message>
        <source>units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>Select a cell first: all stages get its number.</source>
        <translation>Bitte zuerst eine Zelle auswählen: Alle Stufen bekommen ihre Zahl.</translation>
    </message>
    <message>
        <source>Give all stages %1 of stage %2</source>
        <translation>Allen Stufen %1 von Stufe %2 geben</translation>
    </message>
    <message>
        <source>Give all stages the same costs</source>
        <translation>Allen Stufen dieselben Kosten geben</translation>
    </message>
    <message>
        <source>Scale all costs by %1 %</source>
        <translation>Alle Kosten auf %1 % skalieren</translation>
    </message>
    <message numerus="yes">
        <source>Scale %n numbers by %1 %</source>
        <translation>
            <numerusform>%n Zahl auf %1 % skalieren</numerusform>
            <numerusform>%n Zahlen auf %1 % skalieren</numerusform>
        </translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Skalieren</translation>
    </message>
    <message>
        <source>All costs and memory of all stages become so many per cent of what they are:</source>
        <translation>Alle Kosten und aller Speicher aller Stufen werden auf so viel Prozent ihres jetzigen Wertes gesetzt:</translation>
    </message>
    <message numerus="yes">
        <source>The %n selected numbers become so many per cent of what they are:</source>
        <translation>
            <numerusform>Die ausgewählte Zahl (%n) wird auf so viel Prozent ihres jetzigen Wertes gesetzt:</numerusform>
            <numerusform>Die %n ausgewählten Zahlen werden auf so viel Prozent ihres jetzigen Wertes gesetzt:</numerusform>
        </translation>
    </message>
    <message>
        <source>Paste &amp;table</source>
        <translation>&amp;Tabelle einfügen</translation>
    </message>
    <message>
        <source>Takes a table from a spreadsheet (Ctrl+V): stages down, F, B, W and the others across, from the selected cell on or as its header says.</source>
        <translation>Übernimmt eine Tabelle aus einer Tabellenkalkulation (Strg+V): Stufen untereinander, F, B, W und die anderen nebeneinander, von der ausgewählten Zelle an oder wie ihre Kopfzeile sagt.</translation>
    </message>
    <message numerus="yes">
        <source>Paste %n costs</source>
        <translation>
            <numerusform>%n Zahl einfügen</numerusform>
            <numerusform>%n Zahlen einfügen</numerusform>
        </translation>
    </message>
    <message>
        <source>M&amp;icrobatches …</source>
        <translation>M&amp;icrobatches …</translation>
    </message>
    <message>
        <source>How long each microbatch is, where they differ.</source>
        <translation>Wie lang jeder Microbatch ist, wo sie sich unterscheiden.</translation>
    </message>
    <message>
        <source>The transfer time of every pair of ranks, and how long a host is busy with a value.</source>
        <translation>Die Transferzeit jedes Paars von Ranks, und wie lange ein Host mit einem Wert beschäftigt ist.</translation>
    </message>
    <message>
        <source>&amp;Boundaries …</source>
        <translation>&amp;Nachrichten …</translation>
    </message>
    <message>
        <source>What messages take, and how large they are, where that differs from one stage boundary to the next.</source>
        <translation>Was Nachrichten brauchen und wie groß sie sind, wo das von Stufengrenze zu Stufengrenze verschieden ist.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::DeviationModel</name>
    <message>
        <source>%1  (%2 – %3)</source>
        <translation>%1  (%2 – %3)</translation>
    </message>
    <message>
        <source>op</source>
        <translation>Op</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>plan start</source>
        <translation>Start laut Plan</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>measured, %1</source>
        <comment>in step 3</comment>
        <translation>gemessen, %1</translation>
    </message>
    <message>
        <source>slip</source>
        <translation>Verzug</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>all steps: median (p10 – p90)</source>
        <translation>alle Schritte: Median (p10 – p90)</translation>
    </message>
    <message>
        <source>why</source>
        <translation>Grund</translation>
    </message>
</context>
<context>
    <name>lanewright::app::DeviationPanel</name>
    <message>
        <source>Deviations of each op</source>
        <translation>Abweichungen jeder Op</translation>
    </message>
    <message>
        <source>Slips, as a histogram</source>
        <translation>Verzüge als Histogramm</translation>
    </message>
    <message>
        <source>Measured over planned durations</source>
        <translation>Gemessene über geplanten Dauern</translation>
    </message>
    <message>
        <source>Ops in another order than planned</source>
        <translation>Ops in anderer Reihenfolge als geplant</translation>
    </message>
    <message>
        <source>No whole step is measured yet. Every op appears here as soon as one is.</source>
        <translation>Noch ist kein ganzer Schritt gemessen. Sobald einer es ist, steht hier jede Op.</translation>
    </message>
    <message>
        <source>Nothing measured yet. Press Run: every op appears here with its slip against the plan.</source>
        <translation>Noch nichts gemessen. Nach „Lauf“ erscheint hier jede Op mit ihrem Verzug gegenüber dem Plan.</translation>
    </message>
    <message>
        <source>Every rank ran its ops in the planned order.</source>
        <translation>Jeder Rank führte seine Ops in der geplanten Reihenfolge aus.</translation>
    </message>
    <message numerus="yes">
        <source>%n pair(s) ran in another order than planned:</source>
        <translation>
            <numerusform>%n Paar lief in anderer Reihenfolge als geplant:</numerusform>
            <numerusform>%n Paare liefen in anderer Reihenfolge als geplant:</numerusform>
        </translation>
    </message>
    <message>
        <source>rank %1: %2 came after %3</source>
        <translation>Rank %1: %2 kam nach %3</translation>
    </message>
</context>
<context>
    <name>lanewright::app::DeviationPlot</name>
    <message>
        <source>Deviations as a plot</source>
        <translation>Abweichungen als Diagramm</translation>
    </message>
    <message>
        <source>slip of the start</source>
        <translation>Verzug des Starts</translation>
    </message>
    <message>
        <source>slip of the start (%1)</source>
        <translation>Verzug des Starts (%1)</translation>
    </message>
    <message>
        <source>ops</source>
        <translation>Ops</translation>
    </message>
    <message>
        <source>planned duration</source>
        <translation>geplante Dauer</translation>
    </message>
    <message>
        <source>planned duration (%1)</source>
        <translation>geplante Dauer (%1)</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::Document</name>
    <message>
        <source>stalls</source>
        <translation>hängt</translation>
    </message>
    <message>
        <source>unfinished</source>
        <translation>unfertig</translation>
    </message>
    <message>
        <source>it holds a run now</source>
        <translation>sie enthält jetzt einen Lauf</translation>
    </message>
    <message>
        <source>Take what another program wrote</source>
        <translation>Übernehmen, was ein anderes Programm schrieb</translation>
    </message>
    <message>
        <source>untitled</source>
        <translation>ohne Titel</translation>
    </message>
</context>
<context>
    <name>lanewright::app::EditMenu</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Move one place &amp;earlier</source>
        <translation>Einen Platz &amp;früher</translation>
    </message>
    <message>
        <source>Move one place &amp;later</source>
        <translation>Einen Platz &amp;später</translation>
    </message>
    <message>
        <source>&amp;Gap before it …</source>
        <translation>&amp;Lücke davor …</translation>
    </message>
    <message>
        <source>Remove all ga&amp;ps</source>
        <translation>Alle Lü&amp;cken entfernen</translation>
    </message>
    <message>
        <source>&amp;Split BW into B and W</source>
        <translation>BW in B und W &amp;teilen</translation>
    </message>
    <message>
        <source>&amp;Fuse B with its W</source>
        <translation>B mit seinem W &amp;verschmelzen</translation>
    </message>
    <message>
        <source>Cut in &amp;half</source>
        <translation>&amp;Halbieren</translation>
    </message>
    <message>
        <source>Two directions become one V on half the ranks: DualPipe becomes DualPipeV.</source>
        <translation>Zwei Richtungen werden ein V auf der Hälfte der Ranks: Aus DualPipe wird DualPipeV.</translation>
    </message>
    <message>
        <source>&amp;Untie the pairs</source>
        <translation>Paare &amp;auflösen</translation>
    </message>
    <message>
        <source>Every overlapped pair becomes its F and its backward, with B and W apart.</source>
        <translation>Jedes überlappte Paar wird zu seinem F und seinem Rückwärtsschritt, mit getrenntem B und W.</translation>
    </message>
    <message>
        <source>Re&amp;plicate the pipeline …</source>
        <translation>Pi&amp;peline vervielfältigen …</translation>
    </message>
    <message>
        <source>Data parallelism: the pipeline several times side by side, each with ranks of its own.</source>
        <translation>Datenparallelität: die Pipeline mehrmals nebeneinander, jede mit eigenen Ranks.</translation>
    </message>
    <message>
        <source>&amp;Take out of the order</source>
        <translation>Aus der Reihenfolge &amp;nehmen</translation>
    </message>
    <message>
        <source>Go to the &amp;tray</source>
        <translation>Zur &amp;Ablage gehen</translation>
    </message>
    <message>
        <source>&amp;Place all missing ops</source>
        <translation>Alle &amp;fehlenden Ops setzen</translation>
    </message>
    <message>
        <source>Select &amp;nothing</source>
        <translation>Nichts &amp;auswählen</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>Auss&amp;chneiden</translation>
    </message>
    <message>
        <source>&amp;Copy order</source>
        <translation>Reihenfolge &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste order</source>
        <translation>Reihenfolge &amp;einfügen</translation>
    </message>
    <message>
        <source>Earlier, to the next change of the makespan</source>
        <translation>Früher, bis zur nächsten Änderung der Gesamtdauer</translation>
    </message>
    <message>
        <source>Later, to the next change of the makespan</source>
        <translation>Später, bis zur nächsten Änderung der Gesamtdauer</translation>
    </message>
    <message>
        <source>Repeat for the next &amp;microbatches</source>
        <translation>Für die nächsten &amp;Microbatches wiederholen</translation>
    </message>
    <message>
        <source>Repeat for &amp;all microbatches that follow</source>
        <translation>Für &amp;alle folgenden Microbatches wiederholen</translation>
    </message>
    <message>
        <source>Make a pa&amp;ir of two blocks</source>
        <translation>Zwei Blöcke &amp;paaren</translation>
    </message>
    <message>
        <source>Part the pair</source>
        <translation>Paar trennen</translation>
    </message>
    <message>
        <source>Select the same &amp;kind</source>
        <translation>Gleiche A&amp;rt auswählen</translation>
    </message>
    <message>
        <source>Select the same &amp;stage</source>
        <translation>Gleiche &amp;Stufe auswählen</translation>
    </message>
    <message>
        <source>Select the same mi&amp;crobatch</source>
        <translation>Gleichen &amp;Microbatch auswählen</translation>
    </message>
    <message>
        <source>Costs and &amp;limits</source>
        <translation>Kosten und &amp;Grenzen</translation>
    </message>
    <message>
        <source>What every stage costs and every rank may hold, edited in place.</source>
        <translation>Was jede Stufe kostet und jeder Rank halten darf, an Ort und Stelle änderbar.</translation>
    </message>
    <message>
        <source>&amp;Transfer time</source>
        <translation>T&amp;ransferzeit</translation>
    </message>
    <message>
        <source>A slider; the lanes follow while it moves.</source>
        <translation>Ein Schieberegler; die Spuren folgen seiner Bewegung.</translation>
    </message>
    <message>
        <source>Table of &amp;ops</source>
        <translation>Tabelle der &amp;Ops</translation>
    </message>
    <message>
        <source>Every op as a line: where it stands, when it runs. Type another position to move it.</source>
        <translation>Jede Op als Zeile: wo sie steht, wann sie läuft. Eine andere Position eintippen verschiebt sie.</translation>
    </message>
    <message>
        <source>Refuse illegal drops</source>
        <translation>Ungültiges Ablegen verweigern</translation>
    </message>
    <message>
        <source>A drop that would make an error is not made. Else it is made, marked and explained.</source>
        <translation>Ein Ablegen, das einen Fehler ergäbe, unterbleibt. Sonst geschieht es, wird markiert und erklärt.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>What the schedule is called. Left empty, it is called what its order is.</source>
        <translation>Wie der Ablaufplan heißt. Leer gelassen heißt er nach seiner Reihenfolge.</translation>
    </message>
    <message>
        <source>Call it %1</source>
        <translation>%1 nennen</translation>
    </message>
    <message numerus="yes">
        <source>Replicate the pipeline: %n replicas</source>
        <translation>
            <numerusform>Pipeline vervielfältigen: %n Replik</numerusform>
            <numerusform>Pipeline vervielfältigen: %n Repliken</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 belongs to stage %2, which lives on rank %3. All ops of the stage would move to rank %4. One undo takes it back.</source>
        <translation>%1 gehört zu Stufe %2, die auf Rank %3 liegt. Alle Ops der Stufe zögen auf Rank %4 um. Einmal „Rückgängig“ nimmt es zurück.</translation>
    </message>
    <message>
        <source>Move a stage</source>
        <translation>Stufe verlegen</translation>
    </message>
    <message>
        <source>Host stage %1 on rank %2?</source>
        <translation>Stufe %1 auf Rank %2 legen?</translation>
    </message>
    <message>
        <source>Move &amp;by places …</source>
        <translation>Um &amp;Plätze verschieben …</translation>
    </message>
    <message>
        <source>All selected blocks, in whatever lanes, by the same number of places; the lanes show it first.</source>
        <translation>Alle ausgewählten Blöcke, in welchen Spuren auch immer, um gleich viele Plätze; die Spuren zeigen es vorher.</translation>
    </message>
    <message>
        <source>Select all that matc&amp;h …</source>
        <translation>Alle &amp;Passenden auswählen …</translation>
    </message>
    <message>
        <source>All that the search finds, such as F r3 mb8-40: every F of rank 3 of these microbatches.</source>
        <translation>Alles, was die Suche findet, etwa F r3 mb8-40: jedes F von Rank 3 dieser Microbatches.</translation>
    </message>
    <message>
        <source>&amp;Name this state …</source>
        <translation>Stand &amp;benennen …</translation>
    </message>
    <message>
        <source>A variant to go back to and to compare with, whatever is undone.</source>
        <translation>Eine Variante, zu der man zurückgehen und mit der man vergleichen kann, was auch rückgängig gemacht wird.</translation>
    </message>
    <message>
        <source>Move by places</source>
        <translation>Um Plätze verschieben</translation>
    </message>
    <message numerus="yes">
        <source>How many places the %n selected op(s) move in their lanes; below 0 is earlier:</source>
        <translation>
            <numerusform>Um wie viele Plätze die %n ausgewählte Op in ihrer Spur rückt; unter 0 ist früher:</numerusform>
            <numerusform>Um wie viele Plätze die %n ausgewählten Ops in ihren Spuren rücken; unter 0 ist früher:</numerusform>
        </translation>
    </message>
    <message>
        <source>Costs as P&amp;yTorch runs them</source>
        <translation>Kosten wie bei P&amp;yTorch</translation>
    </message>
    <message>
        <source>On stage 0 PyTorch does nothing at B and the whole backward at W: time and memory of B move there.</source>
        <translation>Auf Stufe 0 tut PyTorch bei B nichts und bei W den ganzen Rückwärtsschritt: Zeit und Speicher von B kommen dorthin.</translation>
    </message>
    <message numerus="yes">
        <source>The order of %n op(s) is on the clipboard, as text.</source>
        <translation>
            <numerusform>Die Reihenfolge von %n Op liegt als Text in der Zwischenablage.</numerusform>
            <numerusform>Die Reihenfolge von %n Ops liegt als Text in der Zwischenablage.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Building block …</source>
        <translation>&amp;Baustein …</translation>
    </message>
    <message>
        <source>What one microbatch runs, repeated at an interval: the whole order follows as it is drawn.</source>
        <translation>Was ein Microbatch ausführt, in einem Abstand wiederholt: Die ganze Reihenfolge folgt, während er gezeichnet wird.</translation>
    </message>
    <message>
        <source>S&amp;queeze</source>
        <translation>&amp;Zusammenziehen</translation>
    </message>
    <message>
        <source>Blocks move into pauses before them, where memory has room; nothing runs later.</source>
        <translation>Blöcke rücken in Pausen vor ihnen, wo der Speicher Platz hat; nichts läuft später.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::ExportActions</name>
    <message>
        <source>Export picture</source>
        <translation>Bild exportieren</translation>
    </message>
    <message>
        <source>The picture is on the clipboard, as PNG and as SVG.</source>
        <translation>Das Bild ist in der Zwischenablage, als PNG und als SVG.</translation>
    </message>
    <message>
        <source>Export Chrome trace</source>
        <translation>Chrome-Trace exportieren</translation>
    </message>
    <message>
        <source>Traces (*.json)</source>
        <translation>Traces (*.json)</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>ablaufplan</translation>
    </message>
    <message>
        <source>Save the lesson</source>
        <translation>Lektion speichern</translation>
    </message>
    <message>
        <source>Lessons (*.lwlesson)</source>
        <translation>Lektionen (*.lwlesson)</translation>
    </message>
    <message>
        <source>Export page</source>
        <translation>Seite exportieren</translation>
    </message>
    <message>
        <source>Pages (*.html)</source>
        <translation>Seiten (*.html)</translation>
    </message>
    <message>
        <source>Pictures (*.%1)</source>
        <translation>Bilder (*.%1)</translation>
    </message>
    <message>
        <source>It opens in any browser, without a network.</source>
        <translation>Jeder Browser öffnet sie, auch ohne Netz.</translation>
    </message>
    <message>
        <source>Sent to the printer.</source>
        <translation>An den Drucker geschickt.</translation>
    </message>
    <message>
        <source>Export for %1</source>
        <translation>Für %1 exportieren</translation>
    </message>
    <message>
        <source>Python (*.py)</source>
        <translation>Python (*.py)</translation>
    </message>
    <message>
        <source>lesson</source>
        <translation>lektion</translation>
    </message>
    <message>
        <source>Save the copy without its answer</source>
        <translation>Die Kopie ohne ihre Lösung speichern</translation>
    </message>
    <message>
        <source>lesson for pupils</source>
        <translation>lektion zum verteilen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::FileActions</name>
    <message>
        <source>&amp;New / Generate …</source>
        <translation>&amp;Neu / Erzeugen …</translation>
    </message>
    <message>
        <source>New &amp;window</source>
        <translation>Neues &amp;Fenster</translation>
    </message>
    <message>
        <source>&amp;Lessons …</source>
        <translation>&amp;Lektionen …</translation>
    </message>
    <message>
        <source>P&amp;lanner …</source>
        <translation>P&amp;laner …</translation>
    </message>
    <message>
        <source>From a model and a cluster to a schedule: where to cut, which part goes where, in which order.</source>
        <translation>Von Modell und Cluster zum Ablaufplan: wo geschnitten wird, welcher Teil wohin kommt, in welcher Reihenfolge.</translation>
    </message>
    <message>
        <source>&amp;Open …</source>
        <translation>&amp;Öffnen …</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save &amp;as …</source>
        <translation>Speichern &amp;unter …</translation>
    </message>
    <message>
        <source>Save &amp;run …</source>
        <translation>Lauf s&amp;peichern …</translation>
    </message>
    <message>
        <source>&amp;Title …</source>
        <translation>&amp;Titel …</translation>
    </message>
    <message>
        <source>What the schedule is called in lists, prints and pictures.</source>
        <translation>Wie der Ablaufplan in Listen, Ausdrucken und Bildern heißt.</translation>
    </message>
    <message>
        <source>Export &amp;picture …</source>
        <translation>&amp;Bild exportieren …</translation>
    </message>
    <message>
        <source>&amp;Print …</source>
        <translation>&amp;Drucken …</translation>
    </message>
    <message>
        <source>Copy as p&amp;icture</source>
        <translation>Als B&amp;ild kopieren</translation>
    </message>
    <message>
        <source>Export P&amp;yTorch CSV …</source>
        <translation>P&amp;yTorch-CSV exportieren …</translation>
    </message>
    <message>
        <source>Export &amp;Chrome trace …</source>
        <translation>&amp;Chrome-Trace exportieren …</translation>
    </message>
    <message>
        <source>&amp;Close window</source>
        <translation>F&amp;enster schließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Open the &amp;last session at start</source>
        <translation>Letzte Sitzung beim &amp;Start öffnen</translation>
    </message>
    <message>
        <source>The autosaved copy of %1 can&apos;t be read: %2</source>
        <translation>Die gesicherte Kopie von %1 ist nicht lesbar: %2</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Generate %1</source>
        <translation>%1 erzeugen</translation>
    </message>
    <message>
        <source>Not saved: %1: %2</source>
        <translation>Nicht gespeichert: %1: %2</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Speichern unter</translation>
    </message>
    <message>
        <source>Schedules (*.lwsched)</source>
        <translation>Ablaufpläne (*.lwsched)</translation>
    </message>
    <message>
        <source>Save changes?</source>
        <translation>Änderungen speichern?</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>%1 hat Änderungen, die nicht gespeichert sind.</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>noch nichts</translation>
    </message>
    <message>
        <source>Forget these</source>
        <translation>Diese vergessen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>PyTorch would not run %1 as it is: %2</source>
        <translation>PyTorch würde %1 so nicht ausführen: %2</translation>
    </message>
    <message>
        <source>(and %1 more)</source>
        <translation>(und %1 weitere)</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>PyTorch CSV</source>
        <translation>PyTorch-CSV</translation>
    </message>
    <message>
        <source>%1, by row and column as a spreadsheet counts them.</source>
        <translation>%1, nach Zeile und Spalte, wie eine Tabellenkalkulation zählt.</translation>
    </message>
    <message>
        <source>finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>&amp;Make a lesson of this schedule …</source>
        <translation>Daraus eine &amp;Lektion machen …</translation>
    </message>
    <message>
        <source>The schedule becomes the answer of a lesson, its numbers become the goals.</source>
        <translation>Der Ablaufplan wird zur Lösung einer Lektion, seine Zahlen werden zu ihren Zielen.</translation>
    </message>
    <message>
        <source>Export pa&amp;ge …</source>
        <translation>S&amp;eite exportieren …</translation>
    </message>
    <message>
        <source>One HTML file to share: lanes, reasons, playback and numbers in any browser.</source>
        <translation>Eine HTML-Datei zum Weitergeben: Spuren, Gründe, Wiedergabe und Zahlen in jedem Browser.</translation>
    </message>
    <message>
        <source>Open &amp;traces …</source>
        <translation>&amp;Traces öffnen …</translation>
    </message>
    <message>
        <source>What a profiler wrote of somebody&apos;s own training becomes a measured run.</source>
        <translation>Was ein Profiler von eigenem Training geschrieben hat, wird ein gemessener Lauf.</translation>
    </message>
    <message>
        <source>Open trace &amp;folder …</source>
        <translation>Traces im Or&amp;dner öffnen …</translation>
    </message>
    <message>
        <source>Schedules and runs (*.lwsched *.lwrun *.json *.csv);;Lanewright (*.lwsched *.lwrun);;PyTorch CSV (*.csv);;Lessons and answers (*.lwlesson *.lwanswers);;Traces (*.json *.json.gz);;All files (*)</source>
        <translation>Ablaufpläne und Läufe (*.lwsched *.lwrun *.json *.csv);;Lanewright (*.lwsched *.lwrun);;PyTorch-CSV (*.csv);;Lektionen und Antworten (*.lwlesson *.lwanswers);;Traces (*.json *.json.gz);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <translation>%1 gespeichert.</translation>
    </message>
    <message>
        <source>The order as a class of Python, which %1 takes.</source>
        <translation>Die Reihenfolge als Klasse von Python, die %1 nimmt.</translation>
    </message>
    <message>
        <source>Export for %1 …</source>
        <translation>Für %1 exportieren …</translation>
    </message>
    <message>
        <source>New &amp;board …</source>
        <translation>Neues &amp;Brett …</translation>
    </message>
    <message>
        <source>Empty lanes and a full tray: ranks, placement, microbatches and costs of your own.</source>
        <translation>Leere Spuren und eine volle Ablage: eigene Ranks, Platzierung, Microbatches und Kosten.</translation>
    </message>
    <message>
        <source>Clear the board</source>
        <translation>Brett leeren</translation>
    </message>
</context>
<context>
    <name>lanewright::app::FileOpening</name>
    <message>
        <source>Opening %1 (%2) …</source>
        <translation>%1 (%2) wird geöffnet …</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>The file is being read</source>
        <translation>Die Datei wird gelesen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::FileWatch</name>
    <message>
        <source>What it holds now can&apos;t be read: %1</source>
        <translation>Was sie jetzt enthält, ist nicht lesbar: %1</translation>
    </message>
    <message>
        <source>How it differs from what you see:</source>
        <translation>Was dort anders ist als hier:</translation>
    </message>
    <message>
        <source>Save over it?</source>
        <translation>Überschreiben?</translation>
    </message>
    <message>
        <source>%1 was changed on disk by another program.</source>
        <translation>%1 wurde von einem anderen Programm auf der Platte geändert.</translation>
    </message>
    <message>
        <source>Save over it</source>
        <translation>Überschreiben</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Take what is there</source>
        <translation>Dessen Fassung übernehmen</translation>
    </message>
    <message>
        <source>%1 is gone from the disk; what you see is the only copy.</source>
        <translation>%1 ist von der Platte verschwunden; was du siehst, ist die einzige Kopie.</translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation>Neu lesen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::FindActions</name>
    <message>
        <source>Fin&amp;d blocks …</source>
        <translation>Blöcke s&amp;uchen …</translation>
    </message>
    <message>
        <source>&amp;Commands …</source>
        <translation>&amp;Befehle …</translation>
    </message>
    <message>
        <source>&amp;Go to lane …</source>
        <translation>Zu Sp&amp;ur gehen …</translation>
    </message>
    <message>
        <source>&amp;Pin lane</source>
        <translation>Spur &amp;anheften</translation>
    </message>
    <message>
        <source>Lanes by &amp;number</source>
        <translation>Spuren nach N&amp;ummer</translation>
    </message>
    <message>
        <source>&amp;Mark the stretch</source>
        <translation>Abschnitt &amp;markieren</translation>
    </message>
    <message>
        <source>&amp;Keep the mark</source>
        <translation>Marke &amp;behalten</translation>
    </message>
    <message>
        <source>Clear ma&amp;rks</source>
        <translation>Marken &amp;löschen</translation>
    </message>
    <message>
        <source>What the block n&amp;eeds …</source>
        <translation>Was der Block &amp;braucht …</translation>
    </message>
    <message>
        <source>What needs the b&amp;lock …</source>
        <translation>Was den B&amp;lock braucht …</translation>
    </message>
    <message>
        <source>View &amp;before</source>
        <translation>Vori&amp;ge Ansicht</translation>
    </message>
    <message>
        <source>Ne&amp;xt view</source>
        <translation>Nä&amp;chste Ansicht</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Go to rank %1</source>
        <translation>Zu Rank %1</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Zu %1</translation>
    </message>
    <message numerus="yes">
        <source>Find %1: %n block(s)</source>
        <translation>
            <numerusform>%1 suchen: %n Block</numerusform>
            <numerusform>%1 suchen: %n Blöcke</numerusform>
        </translation>
    </message>
    <message>
        <source>Go to lane</source>
        <translation>Zu Spur gehen</translation>
    </message>
    <message>
        <source>Rank, 0 to %1:</source>
        <translation>Rank, 0 bis %1:</translation>
    </message>
    <message>
        <source>Select all that match %1</source>
        <translation>Alle auswählen, die zu %1 passen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::FindingsModel</name>
    <message>
        <source>What would remove this; a double-click does the best of it</source>
        <translation>Was dies beseitigen würde; ein Doppelklick tut das Beste davon</translation>
    </message>
    <message>
        <source>fix ▾</source>
        <translation>Abhilfe ▾</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>code</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>where</source>
        <translation>wo</translation>
    </message>
    <message>
        <source>what is wrong</source>
        <translation>was falsch ist</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a finding and its code</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 (approved)</source>
        <comment>a finding</comment>
        <translation>%1 (so gewollt)</translation>
    </message>
    <message>
        <source>%1 (approved: %2)</source>
        <comment>a finding and the reason</comment>
        <translation>%1 (so gewollt: %2)</translation>
    </message>
</context>
<context>
    <name>lanewright::app::FindingsPanel</name>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>stalls</source>
        <translation>hängt</translation>
    </message>
    <message numerus="yes">
        <source>%n more to fix</source>
        <translation>
            <numerusform>%n weiterer zu beheben</numerusform>
            <numerusform>%n weitere zu beheben</numerusform>
        </translation>
    </message>
    <message>
        <source>No single change removes this</source>
        <translation>Keine einzelne Änderung beseitigt dies</translation>
    </message>
    <message>
        <source>No single change removes this finding.</source>
        <translation>Keine einzelne Änderung beseitigt diesen Befund.</translation>
    </message>
    <message>
        <source>This file has no order yet. Generate one to begin.</source>
        <translation>Diese Datei hat noch keine Reihenfolge. Zum Beginnen eine erzeugen.</translation>
    </message>
    <message>
        <source>Nothing to say: every op is there, nothing deadlocks, memory stays within its limits.</source>
        <translation>Nichts zu beanstanden: Jede Op ist da, nichts verklemmt sich, der Speicher bleibt in seinen Grenzen.</translation>
    </message>
    <message>
        <source>Approved no more</source>
        <translation>Nicht mehr so gewollt</translation>
    </message>
    <message>
        <source>I know, keep it…</source>
        <translation>Ich weiß, so lassen …</translation>
    </message>
    <message>
        <source>Keep this finding</source>
        <translation>Diesen Befund so lassen</translation>
    </message>
    <message>
        <source>Why it is as it should be:</source>
        <translation>Warum es so sein soll:</translation>
    </message>
    <message>
        <source>Keep a finding</source>
        <translation>Einen Befund so lassen</translation>
    </message>
    <message>
        <source>Keep a finding no more</source>
        <translation>Einen Befund nicht mehr so lassen</translation>
    </message>
    <message>
        <source>Once the change is made, its findings stand here.</source>
        <translation>Sobald die Änderung gemacht ist, stehen ihre Befunde hier.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::FoldingTabs</name>
    <message>
        <source>Fold the panels, or open them again</source>
        <translation>Die Leisten falten oder wieder öffnen</translation>
    </message>
    <message>
        <source>Fold the panels</source>
        <translation>Die Leisten falten</translation>
    </message>
</context>
<context>
    <name>lanewright::app::FrontPlot</name>
    <message>
        <source>Time of an iteration over memory</source>
        <translation>Zeit einer Iteration über dem Speicher</translation>
    </message>
    <message>
        <source>fullest device (GiB)</source>
        <translation>vollstes Gerät (GiB)</translation>
    </message>
    <message>
        <source>iteration (ms)</source>
        <translation>Iteration (ms)</translation>
    </message>
    <message>
        <source>%1: planned %2 ms; with jitter half of the iterations take at most %3, 90 % %4, 99 % %5 ms</source>
        <translation>%1: geplant %2 ms; mit Streuung dauert die Hälfte der Iterationen höchstens %3, 90 % %4, 99 % %5 ms</translation>
    </message>
</context>
<context>
    <name>lanewright::app::GapPlot</name>
    <message>
        <source>Best value and bound over time</source>
        <translation>Bester Wert und Schranke über der Zeit</translation>
    </message>
    <message>
        <source>best %1, bound %2</source>
        <translation>bester Wert %1, Schranke %2</translation>
    </message>
    <message>
        <source>best %1</source>
        <translation>bester Wert %1</translation>
    </message>
    <message>
        <source>bound %1</source>
        <translation>Schranke %1</translation>
    </message>
    <message>
        <source>Best value and proven bound appear here while the search runs.</source>
        <translation>Bester Wert und bewiesene Schranke erscheinen hier, während die Suche läuft.</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
</context>
<context>
    <name>lanewright::app::GenerateDialog</name>
    <message>
        <source>Generate a schedule</source>
        <translation>Ablaufplan erzeugen</translation>
    </message>
    <message>
        <source>Replace the schedule</source>
        <translation>Ablaufplan ersetzen</translation>
    </message>
    <message>
        <source>Open in a new window</source>
        <translation>In neuem Fenster öffnen</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>Iteration</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Blase</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Leerlaufanteil</translation>
    </message>
    <message>
        <source>Avoidable</source>
        <translation>Vermeidbar</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>&lt;br&gt;Looks at: %1</source>
        <translation>&lt;br&gt;Betrachtet: %1</translation>
    </message>
    <message>
        <source>&lt;br&gt;Longest span: %1</source>
        <translation>&lt;br&gt;Längste Spanne: %1</translation>
    </message>
    <message>
        <source>%1  now %2</source>
        <translation>%1  jetzt %2</translation>
    </message>
    <message>
        <source>The share of the iteration above what no order goes below, by closed forms: %1</source>
        <translation>Der Anteil der Iteration über dem, was keine Reihenfolge unterschreitet, nach geschlossenen Formeln: %1</translation>
    </message>
    <message>
        <source>p ranks</source>
        <translation>p Ranks</translation>
    </message>
    <message>
        <source>m microbatches</source>
        <translation>m Microbatches</translation>
    </message>
    <message>
        <source>v chunks of a rank</source>
        <translation>v Chunks eines Ranks</translation>
    </message>
    <message>
        <source>S all work of a microbatch on a rank</source>
        <translation>S alle Arbeit eines Microbatches auf einem Rank</translation>
    </message>
    <message>
        <source>T_F, T_B, T_W the parts of it</source>
        <translation>T_F, T_B, T_W ihre Teile</translation>
    </message>
    <message>
        <source>C a transfer</source>
        <translation>C ein Transfer</translation>
    </message>
    <message>
        <source>It is being made …</source>
        <translation>Wird gerade erzeugt …</translation>
    </message>
    <message>
        <source>P an overlapped pair</source>
        <translation>P ein überlapptes Paar</translation>
    </message>
    <message>
        <source>None of the frameworks known here runs it.</source>
        <translation>Keines der hier bekannten Frameworks führt es aus.</translation>
    </message>
    <message>
        <source>Runs in %1.</source>
        <translation>Läuft in %1.</translation>
    </message>
    <message>
        <source>%1 (does not suit)</source>
        <translation>%1 (passt nicht)</translation>
    </message>
    <message>
        <source>Lanes without blocks, and all of them in the tray: an order of your own begins here.</source>
        <translation>Spuren ohne Blöcke, die alle in der Ablage liegen: Hier beginnt eine eigene Reihenfolge.</translation>
    </message>
    <message>
        <source>An empty board</source>
        <translation>Ein leeres Brett</translation>
    </message>
</context>
<context>
    <name>lanewright::app::GenerateFields</name>
    <message>
        <source>Keep this schedule&apos;s stages, costs and memory</source>
        <translation>Stufen, Kosten und Speicher dieses Ablaufplans behalten</translation>
    </message>
    <message>
        <source>Into how many parts each W is cut, by its weight tensors: small parts fill small waits.</source>
        <translation>In wie viele Teile jedes W nach seinen Gewichtstensoren geteilt wird: Kleine Teile füllen kleine Wartezeiten.</translation>
    </message>
    <message>
        <source>units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>How long an overlapped pair of F and BW of a whole rank takes. 0: as long as both one after the other. Measure it: the gain depends on what the two can hide of each other.</source>
        <translation>Wie lange ein überlapptes Paar aus F und BW eines ganzen Ranks dauert. 0: so lange wie beide nacheinander. Bitte messen: Der Gewinn hängt davon ab, was beide voneinander verdecken können.</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>Microb.</source>
        <translation>Microb.</translation>
    </message>
    <message>
        <source>F</source>
        <translation>F</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>Transfer</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>W parts</source>
        <translation>Teile von W</translation>
    </message>
    <message>
        <source>Chunks</source>
        <translation>Chunks</translation>
    </message>
    <message>
        <source>Pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>The number that the method makes small.</source>
        <translation>Die Zahl, die das Verfahren klein macht.</translation>
    </message>
    <message>
        <source>as many as ranks</source>
        <translation>so viele wie Ranks</translation>
    </message>
    <message>
        <source>So many microbatches pass a chunk one after the other before the next chunk has its turn.</source>
        <translation>So viele Microbatches durchlaufen einen Chunk nacheinander, bevor der nächste Chunk an der Reihe ist.</translation>
    </message>
    <message>
        <source>none, or 4, or 4, 4, 3, 3</source>
        <translation>keine, oder 4, oder 4, 4, 3, 3</translation>
    </message>
    <message>
        <source>Make small</source>
        <translation>Klein machen</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>Speichergrenze</translation>
    </message>
    <message>
        <source>On the activations of each rank; one unit is what F of a whole rank takes. One number for all ranks, or one per rank.</source>
        <translation>Für die Aktivierungen jedes Ranks; eine Einheit ist, was F eines ganzen Ranks belegt. Eine Zahl für alle Ranks oder eine je Rank.</translation>
    </message>
    <message>
        <source>On the activations of each rank, in %1. One number for all ranks, or one per rank.</source>
        <translation>Für die Aktivierungen jedes Ranks, in %1. Eine Zahl für alle Ranks oder eine je Rank.</translation>
    </message>
    <message>
        <source>Of unequal stages these are the means of a rank; what each costs is in Costs (F6).</source>
        <translation>Bei ungleichen Stufen sind das die Mittelwerte eines Ranks; was jede kostet, steht in Kosten (F6).</translation>
    </message>
    <message>
        <source>as they are, or 4, or 4, 4, 3, 3</source>
        <translation>wie sie sind, oder 4, oder 4, 4, 3, 3</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>Kette</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>Schleife</translation>
    </message>
    <message>
        <source>V, down the ranks and back up</source>
        <translation>V, die Ranks hinab und zurück</translation>
    </message>
    <message>
        <source>Two directions</source>
        <translation>Zwei Richtungen</translation>
    </message>
    <message>
        <source>How the stages lie on the ranks. Or the rank of each stage, such as 0, 1, 1, 0, with a second direction behind a ;.</source>
        <translation>Wie die Stufen auf den Ranks liegen. Oder der Rank jeder Stufe, etwa 0, 1, 1, 0, mit einer zweiten Richtung hinter einem ;.</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>Platzierung</translation>
    </message>
</context>
<context>
    <name>lanewright::app::GoalList</name>
    <message>
        <source>Reached: %1</source>
        <translation>Erreicht: %1</translation>
    </message>
    <message>
        <source>Not reached: %1</source>
        <translation>Nicht erreicht: %1</translation>
    </message>
</context>
<context>
    <name>lanewright::app::GpuDetector</name>
    <message>
        <source>The engine says nothing of GPUs.</source>
        <translation>Die Engine sagt nichts von GPUs.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::HandoutDialog</name>
    <message>
        <source>with the &amp;answer on a last page: the teacher&apos;s copy</source>
        <translation>mit der &amp;Lösung auf einer letzten Seite: das Blatt für Lehrende</translation>
    </message>
    <message>
        <source>Handout</source>
        <translation>Arbeitsblatt</translation>
    </message>
    <message>
        <source>The lesson comes without an answer, and none has been found.</source>
        <translation>Die Lektion hat keine Lösung, und es wurde keine gefunden.</translation>
    </message>
    <message>
        <source>A PDF with the task, its goals and empty lanes to write in, a line for each unit of time.</source>
        <translation>Ein PDF mit der Aufgabe, ihren Zielen und leeren Spuren zum Ausfüllen, mit einer Linie je Zeiteinheit.</translation>
    </message>
    <message>
        <source>&amp;Paper</source>
        <translation>&amp;Papier</translation>
    </message>
    <message>
        <source>Save …</source>
        <translation>Speichern …</translation>
    </message>
</context>
<context>
    <name>lanewright::app::HelpActions</name>
    <message>
        <source>&amp;Getting started</source>
        <translation>&amp;Erste Schritte</translation>
    </message>
    <message>
        <source>Ge&amp;nerators</source>
        <translation>Ge&amp;neratoren</translation>
    </message>
    <message>
        <source>&amp;Bounds and solving</source>
        <translation>&amp;Schranken und Lösen</translation>
    </message>
    <message>
        <source>&amp;Why does it wait?</source>
        <translation>&amp;Warum wartet es?</translation>
    </message>
    <message>
        <source>The &amp;planner</source>
        <translation>Der &amp;Planer</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>&amp;Lektionen</translation>
    </message>
    <message>
        <source>&amp;Questions</source>
        <translation>&amp;Fragen</translation>
    </message>
    <message>
        <source>On the &amp;desktop</source>
        <translation>Auf dem &amp;Desktop</translation>
    </message>
    <message>
        <source>How it &amp;compares</source>
        <translation>Im &amp;Vergleich</translation>
    </message>
    <message>
        <source>&amp;Keyboard</source>
        <translation>&amp;Tastatur</translation>
    </message>
    <message>
        <source>&amp;Findings</source>
        <translation>&amp;Befunde</translation>
    </message>
    <message>
        <source>&amp;About Lanewright</source>
        <translation>&amp;Über Lanewright</translation>
    </message>
    <message>
        <source>About Lanewright</source>
        <translation>Über Lanewright</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Lanewright %1&lt;/h3&gt;&lt;p&gt;A workbench for pipeline-parallel training schedules.&lt;/p&gt;&lt;p&gt;The desktop is free software under the GNU General Public License, version 3 or later; core and engine are under the Apache License 2.0.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Lanewright %1&lt;/h3&gt;&lt;p&gt;Eine Werkbank für Ablaufpläne des pipeline-parallelen Trainings.&lt;/p&gt;&lt;p&gt;Das Desktop-Programm ist freie Software unter der GNU General Public License, Version 3 oder später; Kern und Engine stehen unter der Apache-Lizenz 2.0.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>W&amp;ords</source>
        <translation>B&amp;egriffe</translation>
    </message>
    <message>
        <source>N&amp;umbers</source>
        <translation>&amp;Zahlen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::HelpWindow</name>
    <message>
        <source>Lanewright help</source>
        <translation>Lanewright-Hilfe</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Getting started</source>
        <translation>Erste Schritte</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Begriffe</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Generators</source>
        <translation>Generatoren</translation>
    </message>
    <message>
        <source>Bounds and solving</source>
        <translation>Schranken und Lösen</translation>
    </message>
    <message>
        <source>Why does it wait?</source>
        <translation>Warum wartet es?</translation>
    </message>
    <message>
        <source>Costs and limits</source>
        <translation>Kosten und Grenzen</translation>
    </message>
    <message>
        <source>The planner</source>
        <translation>Der Planer</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>PyTorch</source>
        <translation>PyTorch</translation>
    </message>
    <message>
        <source>On the desktop</source>
        <translation>Auf dem Desktop</translation>
    </message>
    <message>
        <source>How it compares</source>
        <translation>Im Vergleich</translation>
    </message>
    <message>
        <source>Keys and mouse</source>
        <translation>Tasten und Maus</translation>
    </message>
    <message>
        <source>From script to bubbles</source>
        <translation>Vom Skript zum Leerlauf</translation>
    </message>
    <message>
        <source>In Python</source>
        <translation>In Python</translation>
    </message>
    <message>
        <source>Where did the time go?</source>
        <translation>Wo blieb die Zeit?</translation>
    </message>
    <message>
        <source>May I run this?</source>
        <translation>Darf ich das laufen lassen?</translation>
    </message>
</context>
<context>
    <name>lanewright::app::HistoryPanel</name>
    <message>
        <source>History of edits</source>
        <translation>Verlauf der Änderungen</translation>
    </message>
    <message>
        <source>As opened</source>
        <translation>Wie geöffnet</translation>
    </message>
    <message>
        <source>Behind each step: the time of an iteration, before and after it</source>
        <translation>Hinter jedem Schritt: die Zeit einer Iteration, davor und danach</translation>
    </message>
    <message>
        <source>Variants: states with a name</source>
        <translation>Varianten: Stände mit Namen</translation>
    </message>
    <message>
        <source>Give the present state a name, try something else, and compare the two.</source>
        <translation>Dem gegenwärtigen Stand einen Namen geben, etwas anderes versuchen und beide vergleichen.</translation>
    </message>
    <message>
        <source>Name this state …</source>
        <translation>Stand benennen …</translation>
    </message>
    <message>
        <source>Go back to it</source>
        <translation>Dorthin zurück</translation>
    </message>
    <message>
        <source>Makes the selected variant the schedule again, as one undo step</source>
        <translation>Macht die ausgewählte Variante wieder zum Plan, als ein Schritt des Verlaufs</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Types another name (F2)</source>
        <translation>Einen anderen Namen eintippen (F2)</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Lays the present state and all variants beside each other</source>
        <translation>Legt den gegenwärtigen Stand und alle Varianten nebeneinander</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Forgets the selected variant</source>
        <translation>Vergisst die ausgewählte Variante</translation>
    </message>
    <message>
        <source>Name this state</source>
        <translation>Stand benennen</translation>
    </message>
    <message>
        <source>Under this name the schedule stays as it is now:</source>
        <translation>Unter diesem Namen bleibt der Plan, wie er jetzt ist:</translation>
    </message>
    <message>
        <source>Keeps the present order under a name, in the file of the schedule</source>
        <translation>Behält die gegenwärtige Reihenfolge unter einem Namen, in der Datei des Plans</translation>
    </message>
    <message>
        <source>Save table …</source>
        <translation>Tabelle speichern …</translation>
    </message>
    <message>
        <source>Writes the table as CSV, or as Markdown for a text</source>
        <translation>Schreibt die Tabelle als CSV oder, für einen Text, als Markdown</translation>
    </message>
    <message>
        <source>Save the variants</source>
        <translation>Varianten speichern</translation>
    </message>
</context>
<context>
    <name>lanewright::app::HostTimesModel</name>
    <message>
        <source>a rank&apos;s host</source>
        <translation>Host eines Ranks</translation>
    </message>
    <message>
        <source>per value</source>
        <translation>je Wert</translation>
    </message>
    <message>
        <source>What it does with a value.</source>
        <translation>Was er mit einem Wert tut.</translation>
    </message>
    <message>
        <source>So long it does nothing else; it is part of the op.</source>
        <translation>So lange tut er nichts anderes; es gehört zur Op.</translation>
    </message>
    <message>
        <source>sends it</source>
        <translation>sendet ihn</translation>
    </message>
    <message>
        <source>receives it</source>
        <translation>empfängt ihn</translation>
    </message>
    <message>
        <source>busy with each value that it sends: %1 %2</source>
        <translation>beschäftigt mit jedem Wert, den er sendet: %1 %2</translation>
    </message>
    <message>
        <source>busy with each value that it receives: %1 %2</source>
        <translation>beschäftigt mit jedem Wert, den er empfängt: %1 %2</translation>
    </message>
    <message>
        <source>Set the host time of sending to %1</source>
        <translation>Host-Zeit des Sendens auf %1 setzen</translation>
    </message>
    <message>
        <source>Set the host time of receiving to %1</source>
        <translation>Host-Zeit des Empfangens auf %1 setzen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::ImportDialog</name>
    <message>
        <source>%1 to %2</source>
        <comment>numbers of steps</comment>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a format, and how many files</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>moved until every value arrives after it was made; within %1</source>
        <translation>verschoben, bis jeder Wert ankommt, nachdem er entstand; auf %1 genau</translation>
    </message>
    <message>
        <source>agree as they are, within %1</source>
        <translation>stimmen, wie sie sind, auf %1 genau</translation>
    </message>
    <message>
        <source>What was not</source>
        <translation>Was nicht</translation>
    </message>
    <message>
        <source>Open traces</source>
        <translation>Traces öffnen</translation>
    </message>
    <message>
        <source>What was recognised</source>
        <translation>Was erkannt wurde</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>Repliken</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>Uhren</translation>
    </message>
    <message>
        <source>What to take</source>
        <translation>Was zu nehmen ist</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>Erster Schritt</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>Letzter Schritt</translation>
    </message>
    <message>
        <source>to</source>
        <comment>from step … to step …</comment>
        <translation>bis</translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation>&amp;Schritte</translation>
    </message>
    <message>
        <source>all, the slowest is shown</source>
        <translation>alle, die langsamste wird gezeigt</translation>
    </message>
    <message>
        <source>the slowest alone</source>
        <translation>nur die langsamste</translation>
    </message>
    <message>
        <source>&amp;Replicas</source>
        <translation>&amp;Repliken</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>The schedule that the job was told to run: it is held against what ran.</source>
        <translation>Der Ablaufplan, den der Auftrag ausführen sollte: An ihm wird gemessen, was lief.</translation>
    </message>
    <message>
        <source>none: the order that ran</source>
        <translation>keiner: die Reihenfolge, die lief</translation>
    </message>
    <message>
        <source>the schedule in this window</source>
        <translation>der Ablaufplan dieses Fensters</translation>
    </message>
    <message>
        <source>the schedule in this window: %1</source>
        <translation>der Ablaufplan dieses Fensters: %1</translation>
    </message>
    <message>
        <source>that of a file …</source>
        <translation>der einer Datei …</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>&amp;Plan</translation>
    </message>
    <message>
        <source>The plan of the job</source>
        <translation>Der Plan des Auftrags</translation>
    </message>
    <message>
        <source>Schedules (*.lwsched *.csv);;All files (*)</source>
        <translation>Ablaufpläne (*.lwsched *.csv);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>replica %1 alone</source>
        <translation>nur Replik %1</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <comment>ranks, stages, microbatches</comment>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>microbatch</source>
        <translation>Microbatch</translation>
    </message>
    <message>
        <source>microbatches</source>
        <translation>Microbatches</translation>
    </message>
    <message>
        <source>%1, the plan&apos;s</source>
        <translation>%1, die des Plans</translation>
    </message>
    <message>
        <source>%1, as it ran</source>
        <translation>%1, wie sie lief</translation>
    </message>
    <message>
        <source>%1, of which %2 is the slowest</source>
        <translation>%1, davon ist %2 die langsamste</translation>
    </message>
    <message>
        <source>%1 (%2), median makespan %3</source>
        <translation>%1 (%2), mittlere Gesamtdauer %3</translation>
    </message>
    <message>
        <source>Left out: %1 that not all ranks have whole, or that nobody asked for.</source>
        <translation>Weggelassen: %1, die nicht alle Ranks ganz haben oder nach denen niemand fragte.</translation>
    </message>
    <message>
        <source>step of a replica</source>
        <translation>Schritt einer Replik</translation>
    </message>
    <message>
        <source>steps of replicas</source>
        <translation>Schritte von Repliken</translation>
    </message>
    <message>
        <source>All of it was recognised.</source>
        <translation>Es wurde alles erkannt.</translation>
    </message>
    <message>
        <source>number %1</source>
        <comment>of a step</comment>
        <translation>Nummer %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>lanewright::app::Inspector</name>
    <message>
        <source>%1 by itself: %2</source>
        <translation>%1 für sich: %2</translation>
    </message>
    <message numerus="yes">
        <source>median of %n step(s): start %1, duration %2</source>
        <translation>
            <numerusform>Median von %n Schritt: Start %1, Dauer %2</numerusform>
            <numerusform>Median von %n Schritten: Start %1, Dauer %2</numerusform>
        </translation>
    </message>
    <message>
        <source>eight of ten: start %1 – %2, duration %3 – %4</source>
        <translation>acht von zehn: Beginn %1 – %2, Dauer %3 – %4</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>microbatch</source>
        <translation>Microbatch</translation>
    </message>
    <message>
        <source>microbatches</source>
        <translation>Microbatches</translation>
    </message>
    <message>
        <source>Click a block to see when it runs, why not earlier, and what a change would give; click between blocks to see why a rank is idle. Drag a block to change the order.</source>
        <translation>Ein Klick auf einen Block zeigt, wann er läuft, warum nicht früher und was eine Änderung brächte; ein Klick zwischen Blöcke, warum ein Rank Leerlauf hat. Ziehen eines Blocks ändert die Reihenfolge.</translation>
    </message>
    <message>
        <source>How much is avoidable?</source>
        <translation>Wie viel ist vermeidbar?</translation>
    </message>
    <message>
        <source>Nothing: no schedule of these costs and limits has a shorter iteration than %1 (%2).</source>
        <translation>Nichts: Kein Ablaufplan mit diesen Kosten und Grenzen hat eine kürzere Iteration als %1 (%2).</translation>
    </message>
    <message>
        <source>At most %1, which is %2 of the iteration: no schedule of these costs and limits has one shorter than %3 (%4).</source>
        <translation>Höchstens %1, das sind %2 der Iteration: Kein Ablaufplan mit diesen Kosten und Grenzen hat eine kürzere als %3 (%4).</translation>
    </message>
    <message>
        <source>is not part of this schedule</source>
        <translation>gehört nicht zu diesem Ablaufplan</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>microbatch %1</source>
        <translation>Microbatch %1</translation>
    </message>
    <message>
        <source>%1 ops selected</source>
        <translation>%1 Ops ausgewählt</translation>
    </message>
    <message>
        <source>starts at %1, ends at %2</source>
        <translation>beginnt bei %1, endet bei %2</translation>
    </message>
    <message>
        <source>is missing from the order</source>
        <translation>fehlt in der Reihenfolge</translation>
    </message>
    <message>
        <source>on a critical path: if it starts later, the makespan grows</source>
        <translation>auf einem kritischen Pfad: Beginnt er später, wächst die Gesamtdauer</translation>
    </message>
    <message>
        <source>may start %1 later before the makespan grows</source>
        <translation>darf %1 später beginnen, ehe die Gesamtdauer wächst</translation>
    </message>
    <message>
        <source>%1 (there at %2)</source>
        <translation>%1 (da bei %2)</translation>
    </message>
    <message>
        <source>&lt;p&gt;Needs %1.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Braucht %1.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;Needed by %1.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Gebraucht von %1.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Why not earlier?</source>
        <translation>Warum nicht früher?</translation>
    </message>
    <message>
        <source>Rank %1 stops at %2, which waits for %3.</source>
        <translation>Rank %1 bleibt bei %2 stehen, das auf %3 wartet.</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>Was falsch ist</translation>
    </message>
    <message>
        <source>Remove the gap before it?</source>
        <translation>Die Lücke davor entfernen?</translation>
    </message>
    <message>
        <source>Put it before %1?</source>
        <translation>Vor %1 setzen?</translation>
    </message>
    <message>
        <source>start %1</source>
        <translation>Beginn %1</translation>
    </message>
    <message>
        <source>duration %1</source>
        <translation>Dauer %1</translation>
    </message>
    <message>
        <source>clock of rank %1: ± %2</source>
        <translation>Uhr von Rank %1: ± %2</translation>
    </message>
    <message>
        <source>Measured: %1</source>
        <comment>step 3, median of 4</comment>
        <translation>Gemessen: %1</translation>
    </message>
    <message>
        <source>fill</source>
        <translation>Füllen</translation>
    </message>
    <message>
        <source>waits for an op</source>
        <translation>wartet auf eine Op</translation>
    </message>
    <message>
        <source>waits for a transfer</source>
        <translation>wartet auf einen Transfer</translation>
    </message>
    <message>
        <source>explicit gap</source>
        <translation>gesetzte Lücke</translation>
    </message>
    <message>
        <source>drain</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>stalls</source>
        <translation>hängt</translation>
    </message>
    <message>
        <source>nothing known holds it</source>
        <translation>kein Hindernis bekannt</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Leerlauf</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>von %1 bis %2</translation>
    </message>
    <message>
        <source>&lt;p&gt;It waits for %1.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Er wartet auf %1.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;Behind it comes %1.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Dahinter kommt %1.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Why is the rank idle?</source>
        <translation>Warum hat der Rank Leerlauf?</translation>
    </message>
    <message>
        <source>&lt;p&gt;No single move shortens it: it is part of filling and draining the pipeline.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Keine einzelne Verschiebung verkürzt ihn: Er gehört zum Füllen und Leeren der Pipeline.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;No single move shortens it without a longer makespan.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Keine einzelne Verschiebung verkürzt ihn, ohne die Gesamtdauer zu verlängern.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Remove the gap before %1?</source>
        <translation>Die Lücke vor %1 entfernen?</translation>
    </message>
    <message>
        <source>Run %1 in it?</source>
        <translation>%1 darin ausführen?</translation>
    </message>
    <message>
        <source>Run %1 before %2 on rank %3?</source>
        <translation>%1 vor %2 auf Rank %3 ausführen?</translation>
    </message>
    <message>
        <source>shorter here, makespan as before: %1</source>
        <translation>hier kürzer, Gesamtdauer wie zuvor: %1</translation>
    </message>
    <message>
        <source>makespan %1</source>
        <translation>Gesamtdauer %1</translation>
    </message>
    <message>
        <source>The GPU ran %1; for %2 of the block&apos;s %3 it ran none (%4).</source>
        <translation>Die GPU führte %1 aus; während %2 der %3 des Blocks lief keiner (%4).</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <translation>%1 ×</translation>
    </message>
    <message>
        <source>%1 others</source>
        <translation>%1 andere</translation>
    </message>
    <message>
        <source>%1 more kernels of the step could not be kept.</source>
        <translation>%1 weitere Kernel des Schritts fanden keinen Platz.</translation>
    </message>
    <message>
        <source>Kernels (%1)</source>
        <comment>of step 3</comment>
        <translation>Kernel (%1)</translation>
    </message>
    <message>
        <source>does not run: the schedule stalls before it</source>
        <translation>läuft nicht: Der Plan bleibt davor stehen</translation>
    </message>
    <message>
        <source>&lt;p&gt;In the way is %1.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Im Weg steht %1.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>%1 buffers are ready for the rank&apos;s receives</source>
        <translation>%1 Puffer stehen für das bereit, was der Rank empfängt</translation>
    </message>
    <message>
        <source>%1 buffers hold what the rank sends</source>
        <translation>%1 Puffer halten, was der Rank sendet</translation>
    </message>
    <message>
        <source>, %1 %2 together</source>
        <translation>, zusammen %1 %2</translation>
    </message>
    <message>
        <source>; %1 would do</source>
        <translation>; %1 reichten</translation>
    </message>
    <message>
        <source>starts %1 earlier
makespan %2</source>
        <translation>beginnt %1 früher
Gesamtdauer %2</translation>
    </message>
    <message>
        <source>starts %1 later
makespan %2</source>
        <translation>beginnt %1 später
Gesamtdauer %2</translation>
    </message>
</context>
<context>
    <name>lanewright::app::IterationsView</name>
    <message numerus="yes">
        <source>%n iteration(s) in a row, %1 each</source>
        <translation>
            <numerusform>%n Iteration, je %1</numerusform>
            <numerusform>%n Iterationen hintereinander, je %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Iterations appear here once all ops are placed and nothing stalls.</source>
        <translation>Iterationen erscheinen hier, sobald alle Ops gesetzt sind und nichts hängt.</translation>
    </message>
    <message>
        <source>optimizer step</source>
        <translation>Schritt des Optimierers</translation>
    </message>
</context>
<context>
    <name>lanewright::app::JitterPanel</name>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Jitter</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>By how much every op is off, each by itself; every device is off by the ± of its kind too. Some hundred iterations are drawn for each plan that nothing beats.</source>
        <translation>Um wie viel jede Op danebenliegt, jede für sich; auch jedes Gerät liegt um das ± seiner Art daneben. Für jeden Plan, den nichts schlägt, werden einige hundert Iterationen ausgelost.</translation>
    </message>
    <message>
        <source>Plans tried</source>
        <translation>Geprüfte Pläne</translation>
    </message>
    <message>
        <source>Move the slider: which plan suffers least when nothing takes as long as planned?</source>
        <translation>Den Regler bewegen: Welcher Plan leidet am wenigsten, wenn nichts so lange dauert wie geplant?</translation>
    </message>
    <message>
        <source>Plan %1 of %2 is tried …</source>
        <translation>Plan %1 von %2 wird geprüft …</translation>
    </message>
    <message>
        <source>Stopped before any plan was tried.</source>
        <translation>Angehalten, bevor ein Plan geprüft war.</translation>
    </message>
    <message>
        <source>It starts when the search has ended.</source>
        <translation>Es beginnt, wenn die Suche beendet ist.</translation>
    </message>
    <message>
        <source> Stopped after %1 of %2 plans.</source>
        <translation> Angehalten nach %1 von %2 Plänen.</translation>
    </message>
    <message>
        <source>The fastest plan is also the most robust: 9 of 10 iterations take at most %1.</source>
        <translation>Der schnellste Plan ist auch der robusteste: 9 von 10 Iterationen dauern höchstens %1.</translation>
    </message>
    <message numerus="yes">
        <source>Most robust: %1 on %n device(s), planned %2; 9 of 10 iterations take at most %3, of the fastest %4.</source>
        <translation>
            <numerusform>Am robustesten: %1 auf %n Gerät, geplant %2; 9 von 10 Iterationen dauern höchstens %3, beim schnellsten %4.</numerusform>
            <numerusform>Am robustesten: %1 auf %n Geräten, geplant %2; 9 von 10 Iterationen dauern höchstens %3, beim schnellsten %4.</numerusform>
        </translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
</context>
<context>
    <name>lanewright::app::JobMapView</name>
    <message>
        <source>Every pipeline of every step</source>
        <translation>Jede Pipeline jedes Schritts</translation>
    </message>
    <message>
        <source>step %1, replica %2</source>
        <translation>Schritt %1, Replik %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1: not measured</source>
        <comment>a pipeline of a step</comment>
        <translation>%1: nicht gemessen</translation>
    </message>
    <message>
        <source>%1: %2, %3 against the median of %4</source>
        <translation>%1: %2, %3 gegen den Median von %4</translation>
    </message>
    <message>
        <source>%1; the slowest of its step</source>
        <translation>%1; die langsamste ihres Schritts</translation>
    </message>
    <message>
        <source>replica %1</source>
        <translation>Replik %1</translation>
    </message>
</context>
<context>
    <name>lanewright::app::JobPanel</name>
    <message>
        <source>Every pipeline of every step</source>
        <translation>Jede Pipeline jedes Schritts</translation>
    </message>
    <message>
        <source>A row is a replica, a column a step; the darker, the longer it took. The slowest replica decides its step. A click shows a pipeline in the lanes, arrow keys the ones beside it.</source>
        <translation>Eine Zeile ist eine Replik, eine Spalte ein Schritt; je dunkler, desto länger. Die langsamste Replik entscheidet ihren Schritt. Ein Klick zeigt eine Pipeline auf den Spuren, Pfeiltasten die daneben.</translation>
    </message>
    <message>
        <source>Shown: %1.</source>
        <comment>a pipeline of a step</comment>
        <translation>Gezeigt: %1.</translation>
    </message>
    <message>
        <source>The job goes on; its latest steps are shown.</source>
        <translation>Der Auftrag geht weiter; seine jüngsten Schritte sind zu sehen.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::LayerBar</name>
    <message>
        <source>Layers and cuts</source>
        <translation>Schichten und Schnitte</translation>
    </message>
    <message>
        <source>Open a model, or drop its file here.</source>
        <translation>Ein Modell öffnen oder seine Datei hier ablegen.</translation>
    </message>
    <message>
        <source>stage %1 on %2</source>
        <translation>Stufe %1 auf %2</translation>
    </message>
    <message>
        <source>%1 a microbatch</source>
        <translation>%1 je Microbatch</translation>
    </message>
    <message>
        <source>%1: memory of weights and optimizer %2, kept of a microbatch %3</source>
        <translation>%1: Speicher für Gewichte und Optimierer %2, von einem Microbatch behalten %3</translation>
    </message>
    <message>
        <source>Move the cut behind stage %1</source>
        <translation>Schnitt hinter Stufe %1 verschieben</translation>
    </message>
    <message>
        <source>Cut between stage %1 (%2) and stage %3 (%4)</source>
        <translation>Schnitt zwischen Stufe %1 (%2) und Stufe %3 (%4)</translation>
    </message>
    <message>
        <source>%1; both are on one device, so nothing is sent</source>
        <translation>%1; beide liegen auf einem Gerät, also wird nichts gesendet</translation>
    </message>
    <message>
        <source>%1; a value takes %2 across it</source>
        <translation>%1; ein Wert braucht %2 darüber</translation>
    </message>
</context>
<context>
    <name>lanewright::app::LayoutLine</name>
    <message>
        <source>Cut as a layout says</source>
        <translation>Wie ein Layout teilen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::LengthsFields</name>
    <message>
        <source>all alike</source>
        <translation>alle gleich</translation>
    </message>
    <message>
        <source>as in this schedule</source>
        <translation>wie in diesem Ablaufplan</translation>
    </message>
    <message>
        <source>any length alike</source>
        <translation>jede Länge gleich wahrscheinlich</translation>
    </message>
    <message>
        <source>lognormal</source>
        <translation>lognormal</translation>
    </message>
    <message>
        <source>from a file</source>
        <translation>aus einer Datei</translation>
    </message>
    <message>
        <source>How many tokens each microbatch has. What stages cost is meant for the mean length.</source>
        <translation>Wie viele Tokens jeder Microbatch hat. Was Stufen kosten, ist für die mittlere Länge gemeint.</translation>
    </message>
    <message>
        <source>Choose …</source>
        <translation>Auswählen …</translation>
    </message>
    <message>
        <source>A text that lists a length for each microbatch.</source>
        <translation>Ein Text, der für jeden Microbatch eine Länge nennt.</translation>
    </message>
    <message>
        <source>The standard deviation of the logarithm of the length.</source>
        <translation>Die Standardabweichung des Logarithmus der Länge.</translation>
    </message>
    <message>
        <source>Which part of a time grows with the square of the length, as attention does; the rest grows with the length.</source>
        <translation>Welcher Teil einer Zeit mit dem Quadrat der Länge wächst, wie es Attention tut; der Rest wächst mit der Länge.</translation>
    </message>
    <message>
        <source>Another number draws other lengths.</source>
        <translation>Eine andere Zahl zieht andere Längen.</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>Microbatches</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Least tokens</source>
        <translation>Tokens mindestens</translation>
    </message>
    <message>
        <source>Most tokens</source>
        <translation>Tokens höchstens</translation>
    </message>
    <message>
        <source>Median tokens</source>
        <translation>Tokens im Median</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>Quadratic part</source>
        <translation>Quadratischer Teil</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Ziehung</translation>
    </message>
    <message>
        <source>Open a list of lengths</source>
        <translation>Liste von Längen öffnen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::LessonGoalFields</name>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>This schedule</source>
        <translation>Dieser Plan</translation>
    </message>
    <message>
        <source>At best, by these rules</source>
        <translation>Bestenfalls, nach diesen Regeln</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>%1 counts for the points</source>
        <translation>%1 zählt für die Punkte</translation>
    </message>
    <message>
        <source>%1, proved</source>
        <translation>%1, bewiesen</translation>
    </message>
    <message>
        <source>%1 found, never below %2</source>
        <translation>%1 gefunden, nie unter %2</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>%1 gefunden</translation>
    </message>
</context>
<context>
    <name>lanewright::app::LessonList</name>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Choose a lesson</source>
        <translation>Lektion wählen</translation>
    </message>
    <message>
        <source>Answers of %1</source>
        <translation>Antworten von %1</translation>
    </message>
    <message>
        <source>Open a &amp;file …</source>
        <translation>&amp;Datei öffnen …</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Begin</source>
        <translation>&amp;Beginnen</translation>
    </message>
    <message>
        <source>%1.  %2
%3
%4</source>
        <comment>number, title with a mark when it is done, task, level and minutes</comment>
        <translation>%1.  %2
%3
%4</translation>
    </message>
</context>
<context>
    <name>lanewright::app::LessonPanel</name>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>When the ranks step</source>
        <translation>Wann die Ranks weitergehen</translation>
    </message>
    <message>
        <source>Synchronous: all together</source>
        <translation>Synchron: alle zusammen</translation>
    </message>
    <message>
        <source>Post-validated: each at once</source>
        <translation>Nachgeprüft: jeder sofort</translation>
    </message>
    <message>
        <source>Score: %1 of 100</source>
        <translation>Punkte: %1 von 100</translation>
    </message>
    <message>
        <source>Score: counts once every op runs</source>
        <translation>Punkte: gezählt, sobald jede Op läuft</translation>
    </message>
    <message numerus="yes">
        <source>%n hint(s)</source>
        <translation>
            <numerusform>%n Tipp</numerusform>
            <numerusform>%n Tipps</numerusform>
        </translation>
    </message>
    <message>
        <source>Hint %1 of %2</source>
        <translation>Tipp %1 von %2</translation>
    </message>
</context>
<context>
    <name>lanewright::app::LessonStartFields</name>
    <message>
        <source>an &amp;empty board, with all ops in the tray</source>
        <translation>einem &amp;leeren Brett, mit allen Ops in der Ablage</translation>
    </message>
    <message>
        <source>the same blocks &amp;shuffled, to be put in order</source>
        <translation>denselben Blöcken in an&amp;derer Reihenfolge</translation>
    </message>
    <message>
        <source>these ops in &amp;place:</source>
        <translation>diesen &amp;Ops, gesetzt:</translation>
    </message>
    <message>
        <source>F*.* is every F, F0.* every F of stage 0, **.0-1 two microbatches, rank 2 all that runs there; with a comma between them.</source>
        <translation>F*.* ist jedes F, F0.* jedes F der Stufe 0, **.0-1 zwei Microbatches, rank 2 alles, was dort läuft; mit einem Komma dazwischen.</translation>
    </message>
    <message>
        <source>Name more ops</source>
        <translation>Mehr Ops nennen</translation>
    </message>
    <message>
        <source>&amp;which stay there</source>
        <translation>die &amp;bleiben</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Dazu</translation>
    </message>
    <message>
        <source>every %1</source>
        <comment>a kind of op</comment>
        <translation>jedes %1</translation>
    </message>
    <message>
        <source>all of a rank</source>
        <translation>alles eines Ranks</translation>
    </message>
    <message>
        <source>all of a microbatch</source>
        <translation>alles eines Microbatches</translation>
    </message>
    <message>
        <source>microbatch %1</source>
        <translation>Microbatch %1</translation>
    </message>
</context>
<context>
    <name>lanewright::app::LessonWindow</name>
    <message>
        <source>this is the answer; hide it to go on with your own schedule</source>
        <translation>Dies ist die Lösung; verbergen, um am eigenen Ablaufplan weiterzuarbeiten</translation>
    </message>
    <message>
        <source>Exercise</source>
        <translation>Übung</translation>
    </message>
    <message>
        <source>Lesson %1 of %2</source>
        <translation>Lektion %1 von %2</translation>
    </message>
    <message>
        <source>%1 — Lanewright</source>
        <translation>%1 — Lanewright</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a file and what is wrong with it</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Only a schedule without errors can be run.</source>
        <translation>Nur ein fehlerfreier Ablaufplan kann laufen.</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>Die Lösung</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>number and title</comment>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>a pupil and the number of a lesson</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 — answers of %2 — Lanewright</source>
        <translation>%1 — Antworten von %2 — Lanewright</translation>
    </message>
    <message>
        <source>The run was stopped after %1 of %2 steps.</source>
        <translation>Der Lauf wurde nach %1 von %2 Schritten angehalten.</translation>
    </message>
    <message>
        <source>The run is done. Its numbers stand at the left; the blocks that are farthest from the plan are framed.</source>
        <translation>Der Lauf ist fertig. Seine Zahlen stehen links; die Blöcke, die am weitesten neben dem Plan liegen, sind umrahmt.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::LessonWordsFields</name>
    <message>
        <source>A lesson may say the same in several languages. What is empty in one is said in the words of the other.</source>
        <translation>Eine Lektion kann dasselbe in mehreren Sprachen sagen. Was in der einen leer ist, wird mit den Worten der anderen gesagt.</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>&amp;Titel</translation>
    </message>
    <message>
        <source>T&amp;ask</source>
        <translation>&amp;Aufgabe</translation>
    </message>
    <message>
        <source>What is to be reached, in a sentence or two.</source>
        <translation>Was zu erreichen ist, in ein, zwei Sätzen.</translation>
    </message>
    <message>
        <source>E&amp;xplanation</source>
        <translation>&amp;Erklärung</translation>
    </message>
    <message>
        <source>A paragraph on each line.</source>
        <translation>Ein Absatz in jeder Zeile.</translation>
    </message>
    <message>
        <source>&amp;Hints</source>
        <translation>T&amp;ipps</translation>
    </message>
    <message>
        <source>One on each line, in the order in which they are shown.</source>
        <translation>Einer in jeder Zeile, in der Reihenfolge, in der sie gezeigt werden.</translation>
    </message>
    <message>
        <source>Said when all goals are reached.</source>
        <translation>Wird gesagt, wenn alle Ziele erreicht sind.</translation>
    </message>
    <message>
        <source>Lea&amp;rnt</source>
        <translation>&amp;Gelernt</translation>
    </message>
</context>
<context>
    <name>lanewright::app::LogPanel</name>
    <message>
        <source>Log of runs</source>
        <translation>Protokoll der Läufe</translation>
    </message>
    <message>
        <source>Runs are logged here.</source>
        <translation>Läufe werden hier protokolliert.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::LossPlot</name>
    <message>
        <source>Loss per step</source>
        <translation>Verlust je Schritt</translation>
    </message>
    <message>
        <source>Crosses: the loss is no number, first in step %1.</source>
        <translation>Kreuze: Der Verlust ist keine Zahl, zuerst in Schritt %1.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::LostTimePanel</name>
    <message>
        <source>Use measured costs</source>
        <translation>Messung übernehmen</translation>
    </message>
    <message>
        <source>Solve again</source>
        <translation>Erneut lösen</translation>
    </message>
    <message>
        <source>Search a better order for the costs that the plan has now.</source>
        <translation>Sucht eine bessere Reihenfolge für die Kosten, die der Plan jetzt hat.</translation>
    </message>
    <message>
        <source>Where the %1 went</source>
        <translation>Wo %1 geblieben sind</translation>
    </message>
    <message>
        <source>order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>op times</source>
        <translation>Op-Zeiten</translation>
    </message>
    <message>
        <source>jitter</source>
        <translation>Schwankung</translation>
    </message>
    <message>
        <source>transfers</source>
        <translation>Transfers</translation>
    </message>
    <message>
        <source>launch</source>
        <translation>Startverzug</translation>
    </message>
    <message>
        <source>&lt;p&gt;What the plan&apos;s makespan grows by when one thing more is taken from the run:&lt;/p&gt;&lt;p&gt;&lt;b&gt;order&lt;/b&gt;: the order in which ops ran, where it is another.&lt;br&gt;&lt;b&gt;op times&lt;/b&gt;: the ops of a stage and kind take their median duration.&lt;br&gt;&lt;b&gt;jitter&lt;/b&gt;: each op takes its own.&lt;br&gt;&lt;b&gt;transfers&lt;/b&gt;: each link takes the median time that was waited for it.&lt;br&gt;&lt;b&gt;launch&lt;/b&gt;: what remains, the time between the ops of a rank.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Um wie viel die Gesamtdauer des Plans wächst, wenn eines mehr vom Lauf übernommen wird:&lt;/p&gt;&lt;p&gt;&lt;b&gt;Reihenfolge&lt;/b&gt;: in der die Ops liefen, wo sie eine andere ist.&lt;br&gt;&lt;b&gt;Op-Zeiten&lt;/b&gt;: Die Ops einer Stufe und Art dauern ihren Median.&lt;br&gt;&lt;b&gt;Schwankung&lt;/b&gt;: Jede Op dauert so lange wie gemessen.&lt;br&gt;&lt;b&gt;Transfers&lt;/b&gt;: Jede Verbindung braucht den Median der Zeit, die auf sie gewartet wurde.&lt;br&gt;&lt;b&gt;Startverzug&lt;/b&gt;: was bleibt, die Zeit zwischen den Ops eines Ranks.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Of %1.</source>
        <comment>a step</comment>
        <translation>Von %1.</translation>
    </message>
    <message>
        <source>The run was paced: durations are held to the plan.</source>
        <translation>Der Lauf war getaktet: Die Dauern folgen dem Plan.</translation>
    </message>
    <message>
        <source>The times of a paced run are held to the plan: they say nothing of costs.</source>
        <translation>Die Zeiten eines getakteten Laufs folgen dem Plan: Über Kosten sagen sie nichts.</translation>
    </message>
    <message>
        <source>Every op and transfer of the plan takes its measured median.</source>
        <translation>Jede Op und jeder Transfer des Plans bekommt den gemessenen Median.</translation>
    </message>
    <message>
        <source>The run had its stages on other ranks.</source>
        <translation>Der Lauf hatte seine Stufen auf anderen Ranks.</translation>
    </message>
    <message>
        <source>Where it was %1 faster than planned</source>
        <translation>Wo es %1 schneller ging als geplant</translation>
    </message>
</context>
<context>
    <name>lanewright::app::MainWindow</name>
    <message>
        <source>Undone: %1</source>
        <translation>Rückgängig: %1</translation>
    </message>
    <message>
        <source>Optimizer: %1</source>
        <translation>Optimierer: %1</translation>
    </message>
    <message>
        <source>Findings %1</source>
        <translation>Befunde %1</translation>
    </message>
    <message>
        <source>no findings</source>
        <translation>keine Befunde</translation>
    </message>
    <message>
        <source>not saved yet</source>
        <translation>noch nicht gespeichert</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <source>Recover edits?</source>
        <translation>Änderungen wiederherstellen?</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Ask later</source>
        <translation>Später fragen</translation>
    </message>
    <message>
        <source>Lanewright ended before these edits were saved:</source>
        <translation>Lanewright endete, bevor diese Änderungen gespeichert waren:</translation>
    </message>
    <message>
        <source>Lanewright ended while it recovered these edits. Try it again?</source>
        <translation>Lanewright endete, als es diese Änderungen wiederherstellte. Noch einmal versuchen?</translation>
    </message>
    <message>
        <source>Save changes?</source>
        <translation>Änderungen speichern?</translation>
    </message>
    <message numerus="yes">
        <source>%n schedule(s) have changes that are not saved:</source>
        <translation>
            <numerusform>%n Ablaufplan hat Änderungen, die nicht gespeichert sind:</numerusform>
            <numerusform>%n Ablaufpläne haben Änderungen, die nicht gespeichert sind:</numerusform>
        </translation>
    </message>
    <message>
        <source>Lanewright ended while it opened %1. It was not opened again.</source>
        <translation>Lanewright endete, als es %1 öffnete. Es wurde nicht wieder geöffnet.</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Leave it closed</source>
        <translation>Geschlossen lassen</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Open r&amp;ecent</source>
        <translation>Zuletz&amp;t geöffnet</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Lanes</source>
        <translation>S&amp;puren</translation>
    </message>
    <message>
        <source>Mar&amp;ks</source>
        <translation>Mar&amp;ken</translation>
    </message>
    <message>
        <source>A&amp;rrows</source>
        <translation>Pf&amp;eile</translation>
    </message>
    <message>
        <source>P&amp;lay</source>
        <translation>A&amp;bspielen</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>Ersche&amp;inungsbild</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>Sp&amp;rache</translation>
    </message>
    <message>
        <source>&amp;Navigate</source>
        <translation>&amp;Navigieren</translation>
    </message>
    <message>
        <source>&amp;Zoom</source>
        <translation>&amp;Zoom</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Lauf</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Deviations</source>
        <translation>Abweichungen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>Ops</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Solve</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Inspector and run</source>
        <translation>Inspektor und Lauf</translation>
    </message>
    <message>
        <source>Generate ▾</source>
        <translation>Erzeugen ▾</translation>
    </message>
    <message>
        <source>Find block, rank, command …   Ctrl+Shift+P</source>
        <translation>Block, Rank, Befehl suchen …   Strg+Umschalt+P</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>S&amp;elect</source>
        <translation>&amp;Auswählen</translation>
    </message>
    <message>
        <source>&amp;Move</source>
        <translation>&amp;Verschieben</translation>
    </message>
    <message>
        <source>&amp;Blocks</source>
        <translation>B&amp;löcke</translation>
    </message>
    <message>
        <source>Sche&amp;dule</source>
        <translation>Pla&amp;n</translation>
    </message>
    <message>
        <source>not saved, autosaved</source>
        <translation>nicht gespeichert, automatisch gesichert</translation>
    </message>
    <message>
        <source>not saved</source>
        <translation>nicht gespeichert</translation>
    </message>
    <message>
        <source>as in %1</source>
        <translation>wie in %1</translation>
    </message>
    <message>
        <source>Saving leaves something out: %1.</source>
        <translation>Beim Speichern bleibt etwas weg: %1.</translation>
    </message>
    <message>
        <source>E&amp;xport as Python</source>
        <translation>Als Python e&amp;xportieren</translation>
    </message>
</context>
<context>
    <name>lanewright::app::MakeLessonDialog</name>
    <message>
        <source>Make a lesson of this schedule</source>
        <translation>Aus diesem Ablaufplan eine Lektion machen</translation>
    </message>
    <message>
        <source>Students begin with</source>
        <translation>Es beginnt mit</translation>
    </message>
    <message>
        <source>Save …</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>move blocks</source>
        <translation>Blöcke verschieben</translation>
    </message>
    <message>
        <source>place ops of the tray</source>
        <translation>Ops der Ablage setzen</translation>
    </message>
    <message>
        <source>leave gaps</source>
        <translation>Lücken lassen</translation>
    </message>
    <message>
        <source>split BW into B and W</source>
        <translation>BW in B und W teilen</translation>
    </message>
    <message>
        <source>make pairs</source>
        <translation>Paare bilden</translation>
    </message>
    <message>
        <source>host stages elsewhere</source>
        <translation>Stufen verlegen</translation>
    </message>
    <message>
        <source>change costs</source>
        <translation>Kosten ändern</translation>
    </message>
    <message>
        <source>choose when ranks step</source>
        <translation>Optimiererart wählen</translation>
    </message>
    <message>
        <source>cut it in half</source>
        <translation>Plan halbieren</translation>
    </message>
    <message>
        <source>says what is wrong</source>
        <translation>sagt, was falsch ist</translation>
    </message>
    <message>
        <source>shows what is ready, too</source>
        <translation>zeigt auch, was bereit ist</translation>
    </message>
    <message>
        <source>says the next step, too</source>
        <translation>sagt auch den nächsten Schritt</translation>
    </message>
    <message>
        <source>and a &amp;copy without its answer, to hand out</source>
        <translation>und eine &amp;Kopie ohne ihre Lösung, zum Verteilen</translation>
    </message>
    <message>
        <source>Tr&amp;y it</source>
        <translation>Aus&amp;probieren</translation>
    </message>
    <message>
        <source>Opens the classroom on it; nothing is saved.</source>
        <translation>Öffnet das Klassenzimmer damit; nichts wird gespeichert.</translation>
    </message>
    <message>
        <source>level not said</source>
        <translation>Niveau offen</translation>
    </message>
    <message>
        <source>time not said</source>
        <translation>Dauer offen</translation>
    </message>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source>Titles of the lessons that come before this one, with a semicolon between them.</source>
        <translation>Titel der Lektionen, die vor dieser kommen, mit einem Strichpunkt dazwischen.</translation>
    </message>
    <message>
        <source>Add a lesson of the program</source>
        <translation>Eine Lektion des Programms hinzufügen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Dazu</translation>
    </message>
    <message>
        <source>Le&amp;vel</source>
        <translation>Ni&amp;veau</translation>
    </message>
    <message>
        <source>A&amp;fter</source>
        <translation>&amp;Nach</translation>
    </message>
    <message>
        <source>They may</source>
        <translation>Erlaubt ist</translation>
    </message>
    <message>
        <source>They are to reach at most what this schedule has</source>
        <translation>Zu erreichen ist höchstens, was dieser Plan hat</translation>
    </message>
    <message>
        <source>So many are shown in a row, and counted by the time per iteration.</source>
        <translation>So viele werden hintereinander gezeigt und bei der Zeit je Iteration gezählt.</translation>
    </message>
    <message>
        <source>The program</source>
        <translation>Das Programm</translation>
    </message>
    <message>
        <source>&amp;Iterations in a row</source>
        <translation>Ite&amp;rationen hintereinander</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Make the better order the answer</source>
        <translation>Die bessere Reihenfolge zur Lösung machen</translation>
    </message>
    <message>
        <source>The order that the search has found takes the place of this schedule in the lesson; the schedule in the window stays.</source>
        <translation>Die gefundene Reihenfolge tritt in der Lektion an die Stelle dieses Plans; der Plan im Fenster bleibt.</translation>
    </message>
    <message>
        <source>Without it nobody comes to the answer.</source>
        <translation>Ohne das kommt niemand zur Lösung.</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>looking …</source>
        <translation>wird gesucht …</translation>
    </message>
    <message>
        <source>Looking for the best %1 …</source>
        <translation>Sucht das Beste: %1 …</translation>
    </message>
    <message>
        <source>What is not known to be the best is called a step on the way.</source>
        <translation>Was nicht als das Beste bekannt ist, heißt Zwischenziel.</translation>
    </message>
    <message>
        <source>A better order may be possible: the lesson calls its goal a step on the way.</source>
        <translation>Vielleicht geht es besser: Die Lektion nennt ihr Ziel ein Zwischenziel.</translation>
    </message>
    <message>
        <source>By these rules nobody can do better than this schedule.</source>
        <translation>Nach diesen Regeln geht es nicht besser als mit diesem Plan.</translation>
    </message>
    <message>
        <source>Then it is saved; Stop saves it now.</source>
        <translation>Danach wird gespeichert; Anhalten speichert sofort.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::MemoryPlot</name>
    <message>
        <source>Memory over time</source>
        <translation>Speicher über der Zeit</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>Grenze %1</translation>
    </message>
    <message>
        <source>&lt;b&gt;memory&lt;/b&gt;&lt;br&gt;&lt;small style=&apos;color:%1&apos;&gt;%2&lt;/small&gt;</source>
        <translation>&lt;b&gt;Speicher&lt;/b&gt;&lt;br&gt;&lt;small style=&apos;color:%1&apos;&gt;%2&lt;/small&gt;</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>bei %1</translation>
    </message>
    <message>
        <source>rank %1: %2</source>
        <translation>Rank %1: %2</translation>
    </message>
    <message>
        <source>and %1 of buffers</source>
        <translation>und %1 an Puffern</translation>
    </message>
    <message>
        <source>rank %1, its buffers shaded</source>
        <translation>Rank %1, seine Puffer schattiert</translation>
    </message>
    <message>
        <source>goal %1</source>
        <translation>Ziel %1</translation>
    </message>
</context>
<context>
    <name>lanewright::app::MicrobatchModel</name>
    <message>
        <source>microbatch</source>
        <translation>Microbatch</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>share of time</source>
        <translation>Anteil an der Zeit</translation>
    </message>
    <message>
        <source>share of memory</source>
        <translation>Anteil am Speicher</translation>
    </message>
    <message>
        <source>all ops (%1)</source>
        <translation>alle Ops (%1)</translation>
    </message>
    <message>
        <source>Its number.</source>
        <translation>Seine Nummer.</translation>
    </message>
    <message>
        <source>How long it is. What stages cost is meant for the mean length.</source>
        <translation>Wie lang er ist. Was Stufen kosten, ist für die mittlere Länge gemeint.</translation>
    </message>
    <message>
        <source>It takes so many times what stages cost. With lengths it follows from those.</source>
        <translation>Er dauert so vielmal so lange, wie Stufen kosten. Mit Längen folgt es aus diesen.</translation>
    </message>
    <message>
        <source>So many times the memory and the transfer times of the costs.</source>
        <translation>So vielmal der Speicher und die Transferzeiten der Kosten.</translation>
    </message>
    <message>
        <source>How long its ops take on all stages together.</source>
        <translation>Wie lange seine Ops auf allen Stufen zusammen dauern.</translation>
    </message>
    <message>
        <source>microbatch %1, %2: %3</source>
        <translation>Microbatch %1, %2: %3</translation>
    </message>
    <message>
        <source>Set %1 of microbatch %2 to %3</source>
        <translation>%1 von Microbatch %2 auf %3 setzen</translation>
    </message>
    <message>
        <source>F (%1)</source>
        <translation>F (%1)</translation>
    </message>
    <message>
        <source>B (%1)</source>
        <translation>B (%1)</translation>
    </message>
    <message>
        <source>W (%1)</source>
        <translation>W (%1)</translation>
    </message>
    <message>
        <source>How long it takes on the stage below. A number that is set here makes a table of all times.</source>
        <translation>Wie lange es auf der Stufe unten dauert. Eine Zahl, die hier gesetzt wird, macht daraus eine Tabelle aller Zeiten.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::MicrobatchSheet</name>
    <message>
        <source>Microbatches</source>
        <translation>Microbatches</translation>
    </message>
    <message>
        <source>How microbatches differ</source>
        <translation>Wie sich Microbatches unterscheiden</translation>
    </message>
    <message>
        <source>Packed sequences, long documents and images make microbatches unequal. Give each its tokens, or its shares of what stages cost; paste a column from a spreadsheet.</source>
        <translation>Gepackte Sequenzen, lange Dokumente und Bilder machen Microbatches ungleich. Jeder bekommt seine Tokens oder seine Anteile an dem, was Stufen kosten; eine Spalte aus einer Tabellenkalkulation lässt sich einfügen.</translation>
    </message>
    <message>
        <source>How uneven microbatches are</source>
        <translation>Wie ungleich Microbatches sind</translation>
    </message>
    <message>
        <source>How far each microbatch is from the mean: 0 % makes all alike, 100 % is as it is.</source>
        <translation>Wie weit jeder Microbatch vom Mittel entfernt ist: 0 % macht alle gleich, 100 % lässt es, wie es ist.</translation>
    </message>
    <message>
        <source>Which part of a time grows with the square of the length, as attention does; the rest grows with the length.</source>
        <translation>Welcher Teil einer Zeit mit dem Quadrat der Länge wächst, wie es Attention tut; der Rest wächst mit der Länge.</translation>
    </message>
    <message>
        <source>&amp;Paste lengths</source>
        <translation>Längen &amp;einfügen</translation>
    </message>
    <message>
        <source>Takes a column or a row of numbers from the clipboard (Ctrl+V), from the selected cell on.</source>
        <translation>Übernimmt eine Spalte oder Zeile von Zahlen aus der Zwischenablage (Strg+V), von der ausgewählten Zelle an.</translation>
    </message>
    <message>
        <source>All &amp;alike</source>
        <translation>&amp;Alle gleich</translation>
    </message>
    <message>
        <source>Forgets lengths, shares and tables: every microbatch takes what stages cost.</source>
        <translation>Vergisst Längen, Anteile und Tabellen: Jeder Microbatch dauert, was Stufen kosten.</translation>
    </message>
    <message>
        <source>&amp;How uneven</source>
        <translation>&amp;Wie ungleich</translation>
    </message>
    <message>
        <source>Part that grows with the s&amp;quare</source>
        <translation>Teil, der mit dem &amp;Quadrat wächst</translation>
    </message>
    <message>
        <source>Let %1 of the times grow with the square of the length</source>
        <translation>%1 der Zeiten mit dem Quadrat der Länge wachsen lassen</translation>
    </message>
    <message>
        <source>Make microbatches %1 % as uneven</source>
        <translation>Microbatches auf %1 % ihrer Ungleichheit bringen</translation>
    </message>
    <message>
        <source>Make all microbatches alike</source>
        <translation>Alle Microbatches gleich machen</translation>
    </message>
    <message numerus="yes">
        <source>Paste %n numbers of microbatches</source>
        <translation>
            <numerusform>%n Zahl von Microbatches einfügen</numerusform>
            <numerusform>%n Zahlen von Microbatches einfügen</numerusform>
        </translation>
    </message>
    <message>
        <source>Stage whose times are shown</source>
        <translation>Stufe, deren Zeiten zu sehen sind</translation>
    </message>
    <message>
        <source>F, B and W of &amp;stage</source>
        <translation>F, B und W von &amp;Stufe</translation>
    </message>
</context>
<context>
    <name>lanewright::app::Minimap</name>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
</context>
<context>
    <name>lanewright::app::NumbersStrip</name>
    <message>
        <source>Measured in %1: %2</source>
        <comment>step 3: 12.5 %</comment>
        <translation>Gemessen in %1: %2</translation>
    </message>
    <message>
        <source>these are %1</source>
        <comment>2 replicas of …</comment>
        <translation>das sind %1</translation>
    </message>
    <message>
        <source>this is %1</source>
        <translation>das ist %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>an optimizer mode: a time</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>makespan: %1</source>
        <translation>Gesamtdauer: %1</translation>
    </message>
    <message>
        <source>period: %1</source>
        <translation>Periode: %1</translation>
    </message>
    <message>
        <source>longest span: %1</source>
        <translation>längste Spanne: %1</translation>
    </message>
    <message>
        <source>Click to choose the other optimizer mode.</source>
        <translation>Ein Klick wählt die andere Betriebsart des Optimierers.</translation>
    </message>
    <message>
        <source>An order that lacks ops, breaks a rule or stalls has none.</source>
        <translation>Eine Reihenfolge, der Ops fehlen, die eine Regel bricht oder hängt, hat keine.</translation>
    </message>
    <message>
        <source>No schedule of these costs, limits and placement has a shorter iteration than this. %1.</source>
        <translation>Kein Ablaufplan mit diesen Kosten, Grenzen und dieser Platzierung hat eine kürzere Iteration. %1.</translation>
    </message>
    <message>
        <source>The share of the iteration above its lower bound: a better order can win this much at most. The bubble also counts what no order avoids.</source>
        <translation>Der Anteil der Iteration über ihrer unteren Schranke: So viel kann eine bessere Reihenfolge höchstens gewinnen. Die Blase zählt auch mit, was keine Reihenfolge vermeidet.</translation>
    </message>
    <message>
        <source>This order breaks a limit, so that the bound, %1, says nothing of it.</source>
        <translation>Diese Reihenfolge hält eine Grenze nicht ein; darum sagt die Schranke, %1, nichts von ihr.</translation>
    </message>
    <message>
        <source>As a time: %1</source>
        <translation>Als Zeit: %1</translation>
    </message>
    <message>
        <source>Shown is the highest, that of rank %1.</source>
        <translation>Gezeigt ist der höchste, der von Rank %1.</translation>
    </message>
    <message>
        <source>Nearest to its limit: rank %1, %2 of %3 %4</source>
        <comment>a rank, its peak, its limit, a unit</comment>
        <translation>Seiner Grenze am nächsten: Rank %1, %2 von %3 %4</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>measured blocks of all</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>ops</source>
        <translation>Ops</translation>
    </message>
    <message>
        <source>another order</source>
        <translation>andere Reihenfolge</translation>
    </message>
    <message>
        <source>paced</source>
        <translation>getaktet</translation>
    </message>
    <message>
        <source>no order yet</source>
        <translation>noch keine Reihenfolge</translation>
    </message>
    <message>
        <source>✓ valid</source>
        <translation>✓ gültig</translation>
    </message>
    <message>
        <source>✕ %1</source>
        <translation>✕ %1</translation>
    </message>
    <message>
        <source>✓ valid, %1</source>
        <translation>✓ gültig, %1</translation>
    </message>
    <message>
        <source>Measured so far: %1</source>
        <comment>step 3</comment>
        <translation>Bisher gemessen: %1</translation>
    </message>
    <message>
        <source>Measured in part: %1</source>
        <comment>step 3</comment>
        <translation>Teilweise gemessen: %1</translation>
    </message>
    <message>
        <source>Makespan of %1</source>
        <comment>step 3, median of 4</comment>
        <translation>Gesamtdauer von %1</translation>
    </message>
    <message>
        <source>Measured in %1; the steps after the first took %2.</source>
        <translation>Gemessen in %1; die Schritte nach dem ersten dauerten %2.</translation>
    </message>
    <message>
        <source>Measured in %1.</source>
        <translation>Gemessen in %1.</translation>
    </message>
    <message>
        <source>Planned: %1</source>
        <translation>Geplant: %1</translation>
    </message>
    <message>
        <source>%1, planned</source>
        <comment>Bubble</comment>
        <translation>%1, geplant</translation>
    </message>
    <message>
        <source>%1; measured: %2</source>
        <comment>Iteration, planned; measured: 27.3</comment>
        <translation>%1; gemessen: %2</translation>
    </message>
    <message>
        <source>Shown is rank %1, which holds more than its limit.</source>
        <translation>Gezeigt ist Rank %1, der mehr hält als seine Grenze.</translation>
    </message>
    <message>
        <source>The highest is that of rank %1: %2 %3</source>
        <comment>a rank, its peak, a unit</comment>
        <translation>Das höchste ist das von Rank %1: %2 %3</translation>
    </message>
</context>
<context>
    <name>lanewright::app::OfferCard</name>
    <message>
        <source>Click to do it; Ctrl+Z takes it back.</source>
        <translation>Ein Klick tut es; Strg+Z nimmt es zurück.</translation>
    </message>
    <message>
        <source>Offer</source>
        <translation>Vorschlag</translation>
    </message>
</context>
<context>
    <name>lanewright::app::OpsModel</name>
    <message>
        <source>%1, %2, in the tray of rank %3</source>
        <translation>%1, %2, in der Ablage von Rank %3</translation>
    </message>
    <message>
        <source>%1, %2, rank %3, position %4</source>
        <translation>%1, %2, Rank %3, Position %4</translation>
    </message>
    <message>
        <source>%1, from %2 to %3, after a wait of %4</source>
        <translation>%1, von %2 bis %3, nach einer Wartezeit von %4</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1 von %2: %3</translation>
    </message>
    <message>
        <source>Type another rank to host the stage of this op there.</source>
        <translation>Einen anderen Rank eintippen legt die Stufe dieser Op dorthin.</translation>
    </message>
    <message>
        <source>Its place in the order of its rank. Type another one to move it, a dash to take it out.</source>
        <translation>Ihr Platz in der Reihenfolge ihres Ranks. Ein anderer verschiebt sie, ein Strich nimmt sie heraus.</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>op</source>
        <translation>Op</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>microbatch</source>
        <translation>Microbatch</translation>
    </message>
    <message>
        <source>start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>end</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>wait before</source>
        <translation>Warten davor</translation>
    </message>
    <message>
        <source>slack</source>
        <translation>Spielraum</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no position: count the blocks of the rank from 0</source>
        <translation>„%1“ ist keine Position: die Blöcke des Ranks zählen ab 0</translation>
    </message>
    <message>
        <source>Place %1 at position %2</source>
        <translation>%1 an Position %2 setzen</translation>
    </message>
    <message>
        <source>Move %1 to position %2</source>
        <translation>%1 an Position %2 verschieben</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no rank</source>
        <translation>„%1“ ist kein Rank</translation>
    </message>
    <message>
        <source>Drag ops of one rank that are in its order.</source>
        <translation>Ziehbar sind Ops eines Ranks, die in seiner Reihenfolge stehen.</translation>
    </message>
    <message>
        <source>Ops stay on their rank: the position changes, not the rank.</source>
        <translation>Ops bleiben auf ihrem Rank: es ändert sich die Position, nicht der Rank.</translation>
    </message>
    <message numerus="yes">
        <source>Move %n blocks of rank %1 to position %2</source>
        <translation>
            <numerusform>%n Block von Rank %1 an Position %2 verschieben</numerusform>
            <numerusform>%n Blöcke von Rank %1 an Position %2 verschieben</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, can&apos;t start in this order</source>
        <translation>%1, kann in dieser Reihenfolge nicht beginnen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::OpsPanel</name>
    <message>
        <source>Show only: B3    s2 F*    mb:2-4    wait&gt;0    slack=0</source>
        <translation>Nur zeigen: B3    s2 F*    mb:2-4    wait&gt;0    slack=0</translation>
    </message>
    <message>
        <source>Show only some ops</source>
        <translation>Nur manche Ops zeigen</translation>
    </message>
    <message>
        <source>Ops of the schedule</source>
        <translation>Ops des Plans</translation>
    </message>
    <message numerus="yes">
        <source>%n op(s)</source>
        <translation>
            <numerusform>%n Op</numerusform>
            <numerusform>%n Ops</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::ParetoPlot</name>
    <message>
        <source>Time over memory</source>
        <translation>Zeit über Speicher</translation>
    </message>
    <message>
        <source>%1, over a limit</source>
        <translation>%1, über einer Grenze</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>peak memory (%1)</source>
        <translation>Spitzenspeicher (%1)</translation>
    </message>
    <message>
        <source>iteration</source>
        <translation>Iteration</translation>
    </message>
    <message>
        <source>iteration (%1)</source>
        <translation>Iteration (%1)</translation>
    </message>
</context>
<context>
    <name>lanewright::app::PictureDialog</name>
    <message>
        <source>Export picture</source>
        <translation>Bild exportieren</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Write the file …</source>
        <translation>Datei schreiben …</translation>
    </message>
    <message>
        <source>PNG: pixels</source>
        <translation>PNG: Pixel</translation>
    </message>
    <message>
        <source>SVG: vectors</source>
        <translation>SVG: Vektoren</translation>
    </message>
    <message>
        <source>PDF: vectors</source>
        <translation>PDF: Vektoren</translation>
    </message>
    <message>
        <source>TikZ: for LaTeX</source>
        <translation>TikZ: für LaTeX</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>What the window shows</source>
        <translation>Was das Fenster zeigt</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>Farb&amp;en</translation>
    </message>
    <message>
        <source>T&amp;ime</source>
        <translation>Z&amp;eit</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>&amp;Breite</translation>
    </message>
    <message>
        <source>&amp;Height</source>
        <translation>&amp;Höhe</translation>
    </message>
    <message>
        <source>&amp;Type, in points</source>
        <translation>Schri&amp;ft, in Punkt</translation>
    </message>
    <message>
        <source>&amp;Lane to lane, in points</source>
        <translation>&amp;Spur zu Spur, in Punkt</translation>
    </message>
    <message>
        <source>Pixels per &amp;inch</source>
        <translation>P&amp;ixel je Zoll</translation>
    </message>
    <message>
        <source>&amp;Ground</source>
        <translation>&amp;Grund</translation>
    </message>
    <message>
        <source>Colours tell &amp;apart</source>
        <translation>Farben &amp;unterscheiden</translation>
    </message>
    <message>
        <source>Hatche&amp;d</source>
        <translation>Sch&amp;raffiert</translation>
    </message>
    <message>
        <source>Shows</source>
        <translation>Zeigt</translation>
    </message>
    <message>
        <source>&amp;Numbers in blocks</source>
        <translation>&amp;Zahlen in Blöcken</translation>
    </message>
    <message>
        <source>Counts &amp;from</source>
        <translation>Zählt &amp;ab</translation>
    </message>
    <message>
        <source>&amp;Ranks</source>
        <translation>&amp;Ranks</translation>
    </message>
    <message>
        <source>&amp;Arrows of microbatches</source>
        <translation>&amp;Pfeile von Microbatches</translation>
    </message>
    <message>
        <source>It&amp;erations</source>
        <translation>&amp;Iterationen</translation>
    </message>
    <message>
        <source>O&amp;ptimizer&apos;s step</source>
        <translation>S&amp;chritt des Optimierers</translation>
    </message>
    <message>
        <source>&amp;Measured run</source>
        <translation>Ge&amp;messener Lauf</translation>
    </message>
    <message>
        <source>Column of a paper</source>
        <translation>Spalte eines Papers</translation>
    </message>
    <message>
        <source>Page of a paper</source>
        <translation>Seite eines Papers</translation>
    </message>
    <message>
        <source>Slide</source>
        <translation>Folie</translation>
    </message>
    <message>
        <source>Fitting</source>
        <translation>Passend</translation>
    </message>
    <message>
        <source>Light, for paper</source>
        <translation>Hell, für Papier</translation>
    </message>
    <message>
        <source>Lanewright&apos;s</source>
        <translation>Die von Lanewright</translation>
    </message>
    <message>
        <source>Grey that prints</source>
        <translation>Grau, das sich druckt</translation>
    </message>
    <message>
        <source>Safe for every colour vision</source>
        <translation>Sicher für jedes Farbsehen</translation>
    </message>
    <message>
        <source>As in Zero Bubble</source>
        <translation>Wie in Zero Bubble</translation>
    </message>
    <message>
        <source>As in DualPipe</source>
        <translation>Wie in DualPipe</translation>
    </message>
    <message>
        <source>As in Megatron</source>
        <translation>Wie in Megatron</translation>
    </message>
    <message>
        <source>Kinds of ops</source>
        <translation>Arten von Ops</translation>
    </message>
    <message>
        <source>Chunks</source>
        <translation>Chunks</translation>
    </message>
    <message>
        <source>Microbatch</source>
        <translation>Microbatch</translation>
    </message>
    <message>
        <source>Stage.microbatch</source>
        <translation>Stufe.Microbatch</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Weight gradients</source>
        <translation>Gewichtsgradienten</translation>
    </message>
    <message>
        <source>Each kind in its way</source>
        <translation>Jede Art auf ihre Weise</translation>
    </message>
    <message>
        <source>Key figures</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>Names of ranks</source>
        <translation>Namen der Ranks</translation>
    </message>
    <message>
        <source>Digits in blocks</source>
        <translation>Ziffern in Blöcken</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Ruler</source>
        <translation>Lineal</translation>
    </message>
    <message>
        <source>Bubbles, hatched</source>
        <translation>Leerlauf, schraffiert</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>As the file says</source>
        <translation>Wie die Datei sagt</translation>
    </message>
    <message>
        <source>Synchronous</source>
        <translation>Synchron</translation>
    </message>
    <message>
        <source>Post-validated</source>
        <translation>Nachgeprüft</translation>
    </message>
    <message>
        <source>Bars under the blocks</source>
        <translation>Balken unter den Blöcken</translation>
    </message>
    <message>
        <source>Lanes below the plan</source>
        <translation>Spuren unter dem Plan</translation>
    </message>
    <message>
        <source>Alone</source>
        <translation>Allein</translation>
    </message>
    <message>
        <source>&amp;Save as style …</source>
        <translation>Als Sti&amp;l speichern …</translation>
    </message>
    <message>
        <source>Save as style</source>
        <translation>Als Stil speichern</translation>
    </message>
    <message>
        <source>Name of the style:</source>
        <translation>Name des Stils:</translation>
    </message>
    <message>
        <source>F&amp;ormat</source>
        <translation>F&amp;ormat</translation>
    </message>
    <message>
        <source>St&amp;yle</source>
        <translation>S&amp;til</translation>
    </message>
    <message>
        <source>Size and colours</source>
        <translation>Größe und Farben</translation>
    </message>
    <message>
        <source>What it shows</source>
        <translation>Was es zeigt</translation>
    </message>
    <message>
        <source>The marked stretch</source>
        <translation>Das markierte Stück</translation>
    </message>
    <message>
        <source>Fit the window</source>
        <translation>Ins Fenster passend</translation>
    </message>
    <message>
        <source>True size</source>
        <translation>Wahre Größe</translation>
    </message>
    <message>
        <source>Size of the preview</source>
        <translation>Größe der Vorschau</translation>
    </message>
    <message>
        <source>Own choices</source>
        <translation>Eigene Wahl</translation>
    </message>
    <message>
        <source>A style&apos;s name is the name of a file, without folders.</source>
        <translation>Der Name eines Stils ist der einer Datei, ohne Ordner.</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>Preview: %1</source>
        <translation>Vorschau: %1</translation>
    </message>
    <message>
        <source>%1 × %2 mm</source>
        <translation>%1 × %2 mm</translation>
    </message>
    <message>
        <source>All of it</source>
        <translation>Alles</translation>
    </message>
</context>
<context>
    <name>lanewright::app::PlanAgainCard</name>
    <message>
        <source>The plan is %1 times too long: its makespan is %2, that of %3 was %4.</source>
        <translation>Der Plan ist %1-mal zu lang: Seine Gesamtdauer ist %2, die von %3 war %4.</translation>
    </message>
    <message>
        <source>The plan is %1 times too short: its makespan is %2, that of %3 was %4.</source>
        <translation>Der Plan ist %1-mal zu kurz: Seine Gesamtdauer ist %2, die von %3 war %4.</translation>
    </message>
    <message>
        <source>With the measured costs it would say %1; an order can be better than this one by at most %2.</source>
        <translation>Mit den gemessenen Kosten sagte er %1; eine Reihenfolge kann um höchstens %2 besser sein als diese.</translation>
    </message>
    <message>
        <source>With the measured costs it would say %1; a short search found no better order, and none is better by more than %2.</source>
        <translation>Mit den gemessenen Kosten sagte er %1; eine kurze Suche fand keine bessere Reihenfolge, und keine ist um mehr als %2 besser.</translation>
    </message>
    <message>
        <source>With the measured costs it would say %1, and a short search found an order of %2 (%3 expected).</source>
        <translation>Mit den gemessenen Kosten sagte er %1, und eine kurze Suche fand eine Reihenfolge von %2 (%3 erwartet).</translation>
    </message>
    <message>
        <source>Use measured costs, solve, run again</source>
        <translation>Gemessene Kosten nehmen, lösen, noch einmal laufen lassen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>One undo takes costs and order back. Both runs are laid beside each other.</source>
        <translation>Ein Schritt zurück nimmt Kosten und Reihenfolge zurück. Beide Läufe werden nebeneinandergelegt.</translation>
    </message>
    <message>
        <source>What the measured costs would give is being worked out …</source>
        <translation>Was die gemessenen Kosten ergäben, wird gerade ausgerechnet …</translation>
    </message>
    <message>
        <source>With the measured costs no order was found that keeps the limits.</source>
        <translation>Mit den gemessenen Kosten fand sich keine Reihenfolge, die die Grenzen einhält.</translation>
    </message>
    <message>
        <source>Run it paced</source>
        <translation>Getaktet ausführen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::PlanLine</name>
    <message>
        <source>No generator and no open window is called “%1”.</source>
        <translation>Kein Generator und kein offenes Fenster heißt „%1“.</translation>
    </message>
    <message>
        <source>Add a generator, plan or file</source>
        <translation>Generator, Plan oder Datei dazu</translation>
    </message>
    <message>
        <source>A generator, the title of an open window, or the path of a file. Files can be dropped, too.</source>
        <translation>Ein Generator, der Titel eines offenen Fensters oder der Pfad einer Datei. Dateien lassen sich auch hineinziehen.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::PlanTable</name>
    <message>
        <source>units</source>
        <translation>Einheiten</translation>
    </message>
</context>
<context>
    <name>lanewright::app::PlannerWindow</name>
    <message>
        <source>This order follows the cuts. Open it as a schedule to change it.</source>
        <translation>Diese Reihenfolge folgt den Schnitten. Als Ablaufplan geöffnet lässt sie sich ändern.</translation>
    </message>
    <message>
        <source>Planner — Lanewright</source>
        <translation>Planer — Lanewright</translation>
    </message>
    <message>
        <source>Show the most robust plan</source>
        <translation>Den robustesten Plan zeigen</translation>
    </message>
    <message>
        <source>Open a model or cluster</source>
        <translation>Modell oder Cluster öffnen</translation>
    </message>
    <message>
        <source>Models and clusters (*.lwmodel *.lwcluster);;All files (*)</source>
        <translation>Modelle und Cluster (*.lwmodel *.lwcluster);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Show the plan with %1</source>
        <translation>Plan mit %1 zeigen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>± %1, %2</source>
        <comment>how much it may be off by, and the optimizer mode</comment>
        <translation>± %1, %2</translation>
    </message>
    <message>
        <source>of %1</source>
        <comment>devices</comment>
        <translation>von %1</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message numerus="yes">
        <source>%n partition(s)</source>
        <translation>
            <numerusform>%n Aufteilung</numerusform>
            <numerusform>%n Aufteilungen</numerusform>
        </translation>
    </message>
    <message>
        <source>all there are</source>
        <translation>alle, die es gibt</translation>
    </message>
    <message>
        <source>When a search is over: what no cut of this model takes less than.</source>
        <translation>Nach einer Suche: was kein Schnitt dieses Modells unterbietet.</translation>
    </message>
    <message>
        <source>· best +%1</source>
        <comment>the best plan takes so much more than the bound</comment>
        <translation>· bester +%1</translation>
    </message>
    <message>
        <source>No cut takes less than %1, the best plan %2 more.</source>
        <translation>Kein Schnitt braucht weniger als %1, der beste Plan %2 mehr.</translation>
    </message>
    <message>
        <source>The engine can&apos;t run it: %1</source>
        <translation>Die Engine kann ihn nicht ausführen: %1</translation>
    </message>
    <message>
        <source>&amp;Open a model or cluster …</source>
        <translation>Modell oder Cluster &amp;öffnen …</translation>
    </message>
    <message>
        <source>Open as &amp;schedule</source>
        <translation>Als &amp;Ablaufplan öffnen</translation>
    </message>
    <message>
        <source>Opens the plan in a window of its own, where its order can be edited, solved and run.</source>
        <translation>Öffnet den Plan in einem eigenen Fenster, in dem seine Reihenfolge bearbeitet, gelöst und ausgeführt werden kann.</translation>
    </message>
    <message>
        <source>Send to &amp;engine</source>
        <translation>An die &amp;Engine</translation>
    </message>
    <message>
        <source>Opens the plan and runs it paced: devices and links as unequal as they are here, with a small GPT cut in the same way.</source>
        <translation>Öffnet den Plan und führt ihn getaktet aus: Geräte und Leitungen so ungleich wie hier, mit einem kleinen GPT, der gleich geschnitten ist.</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Schließen</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Move the cut one layer &amp;earlier</source>
        <translation>Schnitt eine Schicht nach &amp;vorn</translation>
    </message>
    <message>
        <source>Move the cut one layer &amp;later</source>
        <translation>Schnitt eine Schicht nach &amp;hinten</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>&amp;Planen</translation>
    </message>
    <message>
        <source>Searches the cuts, the devices and the order that take the least time.</source>
        <translation>Sucht die Schnitte, die Geräte und die Reihenfolge, die am wenigsten Zeit brauchen.</translation>
    </message>
    <message>
        <source>■ &amp;Stop</source>
        <translation>■ &amp;Stopp</translation>
    </message>
    <message>
        <source>Ends the search with the best it has.</source>
        <translation>Beendet die Suche mit dem Besten, was sie hat.</translation>
    </message>
    <message>
        <source>About the &amp;planner</source>
        <translation>Über den &amp;Planer</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>The model to plan for</source>
        <translation>Das Modell, für das geplant wird</translation>
    </message>
    <message>
        <source>The cluster to plan on</source>
        <translation>Der Cluster, auf dem geplant wird</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>How long to search.</source>
        <translation>Wie lange gesucht wird.</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Zeitgrenze</translation>
    </message>
    <message numerus="yes">
        <source>%n device(s) a stage</source>
        <translation>
            <numerusform>%n Gerät je Stufe</numerusform>
            <numerusform>%n Geräte je Stufe</numerusform>
        </translation>
    </message>
    <message>
        <source>How many devices may share a stage; each takes an equal part of every microbatch.</source>
        <translation>Wie viele Geräte sich eine Stufe teilen dürfen; jedes nimmt einen gleichen Teil jedes Microbatches.</translation>
    </message>
    <message>
        <source>Devices that may share a stage</source>
        <translation>Geräte, die sich eine Stufe teilen dürfen</translation>
    </message>
    <message>
        <source>any placement</source>
        <translation>jede Platzierung</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>linear</translation>
    </message>
    <message>
        <source>V</source>
        <translation>V</translation>
    </message>
    <message>
        <source>Placement of the stages</source>
        <translation>Platzierung der Stufen</translation>
    </message>
    <message>
        <source>When the next iteration begins. Synchronous, as every framework does: when all devices have ended and the norm of all gradients is checked. Post-validated: each device goes on by itself, the check follows.</source>
        <translation>Wann die nächste Iteration beginnt. Synchron, wie in jedem Framework: wenn alle Geräte fertig sind und die Norm aller Gradienten geprüft ist. Nachgeprüft: Jedes Gerät geht von sich aus weiter, die Prüfung folgt.</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Simulated iteration</source>
        <translation>Simulierte Iteration</translation>
    </message>
    <message>
        <source>The time per iteration in the chosen optimizer mode, as the simulation gives it: all-reduces of shared stages and the check of the gradients included. ± is what the device times may be off by.</source>
        <translation>Die Zeit je Iteration im gewählten Modus des Optimierers, wie die Simulation sie ergibt: All-Reduces geteilter Stufen und die Prüfung der Gradienten eingerechnet. ± ist, um wie viel die Zeiten der Geräte danebenliegen können.</translation>
    </message>
    <message>
        <source>Fullest device</source>
        <translation>Vollstes Gerät</translation>
    </message>
    <message>
        <source>Weights, gradients, optimizer and activations at their peak.</source>
        <translation>Gewichte, Gradienten, Optimierer und Aktivierungen an ihrer Spitze.</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>So many devices have a stage.</source>
        <translation>So viele Geräte haben eine Stufe.</translation>
    </message>
    <message>
        <source>Equal layers</source>
        <translation>Gleich viele Schichten</translation>
    </message>
    <message>
        <source>What a plan that deals the layers out by number takes, simulated.</source>
        <translation>Was ein Plan braucht, der die Schichten nach Anzahl verteilt, simuliert.</translation>
    </message>
    <message>
        <source>PipeDream&apos;s formula</source>
        <translation>PipeDreams Formel</translation>
    </message>
    <message>
        <source>What this plan costs by PipeDream&apos;s formula: microbatches times the slowest stage or channel. It knows neither filling nor draining.</source>
        <translation>Was dieser Plan nach PipeDreams Formel kostet: Microbatches mal die langsamste Stufe oder Leitung. Füllen und Leeren kennt sie nicht.</translation>
    </message>
    <message>
        <source>Alpa&apos;s formula</source>
        <translation>Alpas Formel</translation>
    </message>
    <message>
        <source>What this plan costs by Alpa&apos;s formula: the sum of all stages for one microbatch, and the slowest for the others.</source>
        <translation>Was dieser Plan nach Alpas Formel kostet: die Summe aller Stufen für einen Microbatch und die langsamste für die anderen.</translation>
    </message>
    <message>
        <source>DAPPLE&apos;s formula</source>
        <translation>DAPPLEs Formel</translation>
    </message>
    <message>
        <source>What this plan costs by DAPPLE&apos;s formula: warm-up, steady phase and drain at the stage where they take longest.</source>
        <translation>Was dieser Plan nach DAPPLEs Formel kostet: Anlauf, Dauerphase und Auslauf an der Stufe, an der sie am längsten dauern.</translation>
    </message>
    <message>
        <source>Plans and questions</source>
        <translation>Pläne und Fragen</translation>
    </message>
    <message>
        <source>Plans that nothing beats</source>
        <translation>Pläne, die keiner schlägt</translation>
    </message>
    <message>
        <source>What is searched</source>
        <translation>Was durchsucht wird</translation>
    </message>
    <message>
        <source>Lower bound</source>
        <translation>Untere Schranke</translation>
    </message>
    <message>
        <source>Plans</source>
        <translation>Pläne</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Linear: each device has one stage. V: the stages go down the devices and back up, so each device has two, and the first one also computes the loss. Loop: they go down the devices again and again, Megatron&apos;s virtual stages.</source>
        <translation>Linear: Jedes Gerät hat eine Stufe. V: Die Stufen gehen die Geräte hinunter und wieder hinauf, so dass jedes Gerät zwei hat, und das erste auch den Verlust berechnet. Schleife: Sie gehen die Geräte immer wieder hinunter, Megatrons virtuelle Stufen.</translation>
    </message>
    <message>
        <source>loop</source>
        <translation>Schleife</translation>
    </message>
    <message>
        <source>Megatron layout</source>
        <translation>Megatron-Layout</translation>
    </message>
    <message>
        <source>The stages as Megatron is told them: E the embedding, t a block, m multi-token prediction, L the head, | between stages. Type another and press Enter to see it.</source>
        <translation>Die Stufen, wie sie Megatron gesagt werden: E das Embedding, t ein Block, m die Vorhersage mehrerer Tokens, L der Kopf, | zwischen Stufen. Ein anderes eintippen und mit der Eingabetaste ansehen.</translation>
    </message>
    <message>
        <source>Chunks of a loop</source>
        <translation>Chunks einer Schleife</translation>
    </message>
    <message>
        <source>How many stages each device of a loop has, Megatron&apos;s virtual pipeline size.</source>
        <translation>Wie viele Stufen jedes Gerät einer Schleife hat, die virtuelle Pipelinegröße von Megatron.</translation>
    </message>
    <message>
        <source>any number of chunks</source>
        <translation>beliebig viele Chunks</translation>
    </message>
    <message>
        <source> chunks a device</source>
        <translation> Chunks je Gerät</translation>
    </message>
</context>
<context>
    <name>lanewright::app::PlansModel</name>
    <message>
        <source>%1, ordered by %2; simulated %3 ± %4</source>
        <translation>%1, geordnet von %2; simuliert %3 ± %4</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>Geräte</translation>
    </message>
</context>
<context>
    <name>lanewright::app::Playback</name>
    <message>
        <source>t = %1</source>
        <translation>t = %1</translation>
    </message>
</context>
<context>
    <name>lanewright::app::PlayerBar</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>%1×</source>
        <comment>speed</comment>
        <translation>%1×</translation>
    </message>
    <message>
        <source>speed %1×</source>
        <translation>Tempo %1×</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>&amp;Abspielen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::PresentWindow</name>
    <message>
        <source>Present — Lanewright</source>
        <translation>Vorführen — Lanewright</translation>
    </message>
    <message>
        <source>Synchronous</source>
        <translation>Synchron</translation>
    </message>
    <message>
        <source>Post-validated</source>
        <translation>Nachgeprüft</translation>
    </message>
    <message>
        <source>Space changes it.</source>
        <translation>Die Leertaste wechselt.</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>↑ and ↓ change it.</source>
        <translation>↑ und ↓ ändern es.</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>Microbatches</translation>
    </message>
    <message>
        <source>← and → change it.</source>
        <translation>← und → ändern es.</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Page Up and Page Down choose a plan, Delete takes it out.</source>
        <translation>Bild auf und Bild ab wählen einen Plan, Entf nimmt ihn heraus.</translation>
    </message>
    <message>
        <source>untitled</source>
        <translation>ohne Titel</translation>
    </message>
    <message>
        <source>Four plans are as many as a screen shows; Delete takes out the one that is marked.</source>
        <translation>Mehr als vier Pläne zeigt ein Bildschirm nicht; Entf nimmt den markierten heraus.</translation>
    </message>
    <message numerus="yes">
        <source>%n microbatch(es)</source>
        <translation>
            <numerusform>%n Microbatch</numerusform>
            <numerusform>%n Microbatches</numerusform>
        </translation>
    </message>
    <message>
        <source>One of the orders does not reach its end, so one iteration is shown.</source>
        <translation>Eine der Reihenfolgen kommt nicht an ihr Ende, deshalb ist eine Iteration zu sehen.</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>Esc leaves, too.</source>
        <translation>Auch Esc verlässt die Vorführung.</translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>Save the numbers</source>
        <translation>Zahlen speichern</translation>
    </message>
    <message>
        <source>Ctrl+S writes the table for a spreadsheet.</source>
        <translation>Strg+S schreibt die Tabelle für eine Tabellenkalkulation.</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>%1 stay as they are, for no generator makes their orders for other numbers of microbatches.</source>
        <translation>%1 bleiben, wie sie sind, denn kein Generator macht ihre Reihenfolgen für andere Zahlen von Microbatches.</translation>
    </message>
    <message numerus="yes">
        <source>%1 keeps its %n microbatch(es): no generator makes its order for another number.</source>
        <translation>
            <numerusform>%1 behält seinen %n Microbatch: Kein Generator macht diese Reihenfolge für eine andere Zahl.</numerusform>
            <numerusform>%1 behält seine %n Microbatches: Kein Generator macht diese Reihenfolge für eine andere Zahl.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::PrintDialog</name>
    <message>
        <source>Print %1</source>
        <translation>%1 drucken</translation>
    </message>
    <message>
        <source>Orientation</source>
        <translation>Ausrichtung</translation>
    </message>
    <message>
        <source>Landscape</source>
        <translation>Querformat</translation>
    </message>
    <message>
        <source>Portrait</source>
        <translation>Hochformat</translation>
    </message>
    <message>
        <source>P&amp;aper …</source>
        <translation>Pa&amp;pier …</translation>
    </message>
    <message>
        <source>Size of the paper, and its margins.</source>
        <translation>Größe des Papiers und seine Ränder.</translation>
    </message>
    <message>
        <source>&amp;Spread over pages</source>
        <translation>&amp;Auf Seiten verteilen</translation>
    </message>
    <message>
        <source>As many pages as it takes to read every block, instead of all of it on one.</source>
        <translation>So viele Seiten, dass jeder Block lesbar ist, statt alles auf einer.</translation>
    </message>
    <message>
        <source>&amp;Print …</source>
        <translation>&amp;Drucken …</translation>
    </message>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n Seite</numerusform>
            <numerusform>%n Seiten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::PytorchDialog</name>
    <message>
        <source>Export PyTorch CSV</source>
        <translation>PyTorch-CSV exportieren</translation>
    </message>
    <message>
        <source>compute_only: ops alone (TorchTitan, NeMo)</source>
        <translation>compute_only: nur Ops (TorchTitan, NeMo)</translation>
    </message>
    <message>
        <source>compute_comms: with sends, receives and reductions</source>
        <translation>compute_comms: mit Senden, Empfangen und Reduktionen</translation>
    </message>
    <message>
        <source>The release of torch that will read the file.</source>
        <translation>Die torch-Version, die die Datei lesen wird.</translation>
    </message>
    <message>
        <source>Make each B and its W one</source>
        <translation>Jedes B mit seinem W vereinen</translation>
    </message>
    <message>
        <source>For stages that can&apos;t split their backward: compiled ones, and ones that hand on anything but tensors.</source>
        <translation>Für Stufen, die ihren Rückwärtsschritt nicht teilen können: übersetzte und solche, die anderes als Tensoren weitergeben.</translation>
    </message>
    <message>
        <source>Idle cells, so that a column is a tick</source>
        <translation>Leere Zellen, sodass eine Spalte ein Takt ist</translation>
    </message>
    <message>
        <source>UNSHARD and RESHARD, for FSDP</source>
        <translation>UNSHARD und RESHARD, für FSDP</translation>
    </message>
    <message>
        <source>How many stages of a rank stay unsharded.</source>
        <translation>Wie viele Stufen eines Ranks ungeteilt (unsharded) bleiben.</translation>
    </message>
    <message>
        <source>Flavour</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>Torch</source>
        <translation>Torch</translation>
    </message>
    <message>
        <source>Active stages</source>
        <translation>Aktive Stufen</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Choose …</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>Write the file</source>
        <translation>Datei schreiben</translation>
    </message>
    <message>
        <source>Copy TorchTitan&apos;s flags</source>
        <translation>TorchTitan-Optionen kopieren</translation>
    </message>
    <message>
        <source>PyTorch schedules (*.csv)</source>
        <translation>PyTorch-Ablaufpläne (*.csv)</translation>
    </message>
    <message>
        <source>%1 is there already. Replace it?</source>
        <translation>%1 ist schon da. Ersetzen?</translation>
    </message>
    <message>
        <source>Not written: %1</source>
        <translation>Nicht geschrieben: %1</translation>
    </message>
</context>
<context>
    <name>lanewright::app::RankLimitsModel</name>
    <message>
        <source>rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>limit (%1)</source>
        <translation>Grenze (%1)</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>total</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>One process of the pipeline.</source>
        <translation>Ein Prozess der Pipeline.</translation>
    </message>
    <message>
        <source>How much activation memory the rank may hold. Empty: no limit.</source>
        <translation>Wie viel Aktivierungsspeicher der Rank halten darf. Leer: keine Grenze.</translation>
    </message>
    <message>
        <source>How much activation memory it holds at most in this order.</source>
        <translation>Wie viel Aktivierungsspeicher er in dieser Reihenfolge höchstens hält.</translation>
    </message>
    <message>
        <source>How much memory its device has for everything. Empty: not known.</source>
        <translation>Wie viel Speicher sein Gerät für alles hat. Leer: unbekannt.</translation>
    </message>
    <message>
        <source>How much it needs of that: weights, staging buffers and activations.</source>
        <translation>Wie viel er davon braucht: Gewichte, Zwischenpuffer und Aktivierungen.</translation>
    </message>
    <message>
        <source>rank %1, %2: %3</source>
        <translation>Rank %1, %2: %3</translation>
    </message>
    <message>
        <source>Set the memory limit of rank %1 to %2</source>
        <translation>Speichergrenze von Rank %1 auf %2 setzen</translation>
    </message>
    <message>
        <source>Set the device memory of rank %1 to %2</source>
        <translation>Gerätespeicher von Rank %1 auf %2 setzen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::ReadingSign</name>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
</context>
<context>
    <name>lanewright::app::RemakeBox</name>
    <message>
        <source>Number of microbatches</source>
        <translation>Zahl der Microbatches</translation>
    </message>
    <message>
        <source>Order of</source>
        <translation>Reihenfolge von</translation>
    </message>
    <message>
        <source>Microbatches: %1</source>
        <translation>Microbatches: %1</translation>
    </message>
</context>
<context>
    <name>lanewright::app::ReplicateDialog</name>
    <message>
        <source>Replicate the pipeline</source>
        <translation>Pipeline vervielfältigen</translation>
    </message>
    <message>
        <source>Data parallelism: the pipeline stands several times side by side, each replica with ranks and microbatches of its own. Before the optimizer&apos;s step all copies of a stage add their gradients.</source>
        <translation>Datenparallelität: Die Pipeline steht mehrmals nebeneinander, jede Replik mit eigenen Ranks und Microbatches. Vor dem Schritt des Optimierers addieren alle Kopien einer Stufe ihre Gradienten.</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>Repliken</translation>
    </message>
    <message>
        <source>&amp;Replicas</source>
        <translation>&amp;Repliken</translation>
    </message>
    <message>
        <source>Replicate</source>
        <translation>Vervielfältigen</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>Devices that all replicas take together.</source>
        <translation>Geräte, die alle Repliken zusammen brauchen.</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>Microbatches</translation>
    </message>
    <message>
        <source>Of all replicas together, in one iteration.</source>
        <translation>Aller Repliken zusammen, in einer Iteration.</translation>
    </message>
    <message>
        <source>Makespan</source>
        <translation>Gesamtdauer</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>Copies of a stage</source>
        <translation>Kopien einer Stufe</translation>
    </message>
    <message>
        <source>%1  now %2</source>
        <comment>a unit, and what a number is at present</comment>
        <translation>%1  jetzt %2</translation>
    </message>
    <message>
        <source>microbatches/s</source>
        <translation>Microbatches/s</translation>
    </message>
</context>
<context>
    <name>lanewright::app::RunActions</name>
    <message>
        <source>▶ &amp;Run</source>
        <translation>▶ &amp;Lauf</translation>
    </message>
    <message>
        <source>Train a GPT in exactly this order and lay its measured timeline over the plan.</source>
        <translation>Trainiert ein GPT in genau dieser Reihenfolge und legt den gemessenen Zeitverlauf über den Plan.</translation>
    </message>
    <message>
        <source>■ &amp;Stop</source>
        <translation>■ &amp;Anhalten</translation>
    </message>
    <message>
        <source>End the run after its step.</source>
        <translation>Beendet den Lauf nach seinem Schritt.</translation>
    </message>
    <message>
        <source>End the search with the best that it has.</source>
        <translation>Beendet die Suche mit dem Besten, was sie hat.</translation>
    </message>
    <message>
        <source>Run se&amp;ttings</source>
        <translation>Lauf-&amp;Einstellungen</translation>
    </message>
    <message>
        <source>&amp;Check ✓</source>
        <translation>&amp;Prüfen ✓</translation>
    </message>
    <message>
        <source>Judge the schedule and prove its programs free of deadlock.</source>
        <translation>Beurteilt den Ablaufplan und beweist, dass sich seine Programme nicht verklemmen.</translation>
    </message>
    <message>
        <source>S&amp;olve</source>
        <translation>Lö&amp;sen</translation>
    </message>
    <message>
        <source>Search a better order for these costs and limits, and prove how good it is.</source>
        <translation>Sucht eine bessere Reihenfolge für diese Kosten und Grenzen und beweist, wie gut sie ist.</translation>
    </message>
    <message>
        <source>Remove the &amp;measurement</source>
        <translation>&amp;Messung entfernen</translation>
    </message>
    <message>
        <source>Re-&amp;time with measured durations</source>
        <translation>Mi&amp;t gemessenen Dauern neu berechnen</translation>
    </message>
    <message>
        <source>Draws the plan as it would run if each op took its measured duration.</source>
        <translation>Zeichnet den Plan, wie er liefe, wenn jede Op ihre gemessene Dauer hätte.</translation>
    </message>
    <message>
        <source>Planned blocks take their measured durations: makespan %1.</source>
        <translation>Geplante Blöcke haben ihre gemessenen Dauern: Gesamtdauer %1.</translation>
    </message>
    <message>
        <source>&amp;Use measured costs</source>
        <translation>&amp;Gemessene Kosten übernehmen</translation>
    </message>
    <message>
        <source>It can&apos;t run yet. %1</source>
        <translation>Das kann noch nicht laufen. %1</translation>
    </message>
    <message>
        <source>Runs %1</source>
        <translation>Läufe %1</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>The measurement is of another order than the present one.</source>
        <translation>Die Messung gehört zu einer anderen Reihenfolge als der jetzigen.</translation>
    </message>
    <message>
        <source>Not valid: see the findings.</source>
        <translation>Nicht gültig: siehe die Befunde.</translation>
    </message>
    <message>
        <source>Valid: all %1 ops are there and in their place; the programs are proved free of deadlock.</source>
        <translation>Gültig: Alle %1 Ops sind da und an ihrem Platz; die Programme sind bewiesen frei von Verklemmung.</translation>
    </message>
    <message>
        <source>The run has started: %1 threads take turns on %2 cores, so its steps are longer than planned.</source>
        <translation>Der Lauf hat begonnen: %1 Threads wechseln sich auf %2 Kernen ab, darum dauern seine Schritte länger als geplant.</translation>
    </message>
    <message>
        <source>The run has started.</source>
        <translation>Der Lauf hat begonnen.</translation>
    </message>
    <message>
        <source>Stopped after %1 of %2 steps; %3 ops of a step were measured.</source>
        <translation>Angehalten nach %1 von %2 Schritten; gemessen sind %3 Ops eines Schritts.</translation>
    </message>
    <message>
        <source>Measured %1 ops.</source>
        <translation>%1 Ops gemessen.</translation>
    </message>
    <message>
        <source>This can&apos;t run: %1</source>
        <translation>Das kann nicht laufen: %1</translation>
    </message>
    <message>
        <source>The run did not begin.</source>
        <translation>Der Lauf hat nicht begonnen.</translation>
    </message>
    <message>
        <source>The run failed: %1</source>
        <translation>Der Lauf ist gescheitert: %1</translation>
    </message>
    <message>
        <source>The run failed; nothing was measured.</source>
        <translation>Der Lauf ist gescheitert; gemessen wurde nichts.</translation>
    </message>
    <message>
        <source>The run failed; %1, the last that it ended, is shown.</source>
        <comment>step 3</comment>
        <translation>Der Lauf ist gescheitert; gezeigt ist %1, der letzte, den er beendet hat.</translation>
    </message>
    <message>
        <source>The run failed; what it measured until then is shown: %1 of %2 ops.</source>
        <translation>Der Lauf ist gescheitert; gezeigt ist, was bis dahin gemessen wurde: %1 von %2 Ops.</translation>
    </message>
    <message>
        <source>Use measured costs and solve: %1 %2</source>
        <translation>Gemessene Kosten übernehmen und lösen: %1 %2</translation>
    </message>
    <message>
        <source>The times of a paced run are held to the plan: they say nothing of costs. Run it unpaced.</source>
        <translation>Die Zeiten eines getakteten Laufs folgen dem Plan: Über Kosten sagen sie nichts. Bitte ungetaktet laufen lassen.</translation>
    </message>
    <message>
        <source>The run had its stages on other ranks than the plan.</source>
        <translation>Der Lauf hatte seine Stufen auf anderen Ranks als der Plan.</translation>
    </message>
    <message>
        <source>Use measured costs</source>
        <translation>Gemessene Kosten übernehmen</translation>
    </message>
    <message>
        <source>Save run</source>
        <translation>Lauf speichern</translation>
    </message>
    <message>
        <source>Runs (*.lwrun)</source>
        <translation>Läufe (*.lwrun)</translation>
    </message>
    <message>
        <source>What it measured stays in the list of runs of this schedule.</source>
        <translation>Was er gemessen hat, bleibt in der Liste der Läufe dieses Ablaufplans.</translation>
    </message>
    <message>
        <source>Stop the run?</source>
        <translation>Den Lauf anhalten?</translation>
    </message>
    <message>
        <source>A run goes on: %1 of %2 steps are done.</source>
        <translation>Ein Lauf läuft noch: %1 von %2 Schritten sind fertig.</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>Anhalten und schließen</translation>
    </message>
    <message>
        <source>Save the measurement?</source>
        <translation>Die Messung speichern?</translation>
    </message>
    <message>
        <source>The last measurement is in no file of yours.</source>
        <translation>Die letzte Messung ist in keiner eigenen Datei.</translation>
    </message>
    <message>
        <source>Close without</source>
        <translation>Ohne schließen</translation>
    </message>
    <message>
        <source>Do not ask again: the list is enough</source>
        <translation>Nicht mehr fragen: Die Liste genügt</translation>
    </message>
    <message>
        <source>Use measured costs of &amp;each microbatch</source>
        <translation>Gemessene Kosten &amp;jedes Microbatches verwenden</translation>
    </message>
    <message>
        <source>%1: kept as a variant in the history.</source>
        <translation>%1: als Variante im Verlauf.</translation>
    </message>
    <message>
        <source>This gives no costs: %1</source>
        <translation>Das ergibt keine Kosten: %1</translation>
    </message>
    <message>
        <source>Use measured costs of each microbatch</source>
        <translation>Gemessene Kosten jedes Microbatches verwenden</translation>
    </message>
</context>
<context>
    <name>lanewright::app::RunController</name>
    <message>
        <source>Engine %1 started (%2).</source>
        <translation>Engine %1 gestartet (%2).</translation>
    </message>
    <message>
        <source>All %1 ranks are ready, backend %2.</source>
        <translation>Alle %1 Ranks sind bereit, Backend %2.</translation>
    </message>
    <message>
        <source>Step %1: loss %2, %3 ms.</source>
        <translation>Schritt %1: Verlust %2, %3 ms.</translation>
    </message>
    <message>
        <source>Stopped after %1 of %2 steps.</source>
        <translation>Angehalten nach %1 von %2 Schritten.</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>Fertig.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::RunPanel</name>
    <message>
        <source>▶ Run</source>
        <translation>▶ Lauf</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Settings ▾</source>
        <translation>Einstellungen ▾</translation>
    </message>
    <message>
        <source>What would let it run</source>
        <translation>Womit es liefe</translation>
    </message>
    <message>
        <source>As many as the schedule has lanes.</source>
        <translation>So viele, wie der Ablaufplan Spuren hat.</translation>
    </message>
    <message>
        <source>Training steps. The first one warms up and is left out of the numbers.</source>
        <translation>Trainingsschritte. Der erste wärmt auf und zählt nicht mit.</translation>
    </message>
    <message>
        <source>Paced</source>
        <translation>Getaktet</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>32 bits</source>
        <translation>32 Bit</translation>
    </message>
    <message>
        <source>bf16, sums in 32 bits</source>
        <translation>bf16, Summen in 32 Bit</translation>
    </message>
    <message>
        <source>In what numbers factors of products are kept.</source>
        <translation>In welchen Zahlen die Faktoren von Produkten gehalten werden.</translation>
    </message>
    <message>
        <source>With how many threads each rank computes.</source>
        <translation>Mit wie vielen Threads jeder Rank rechnet.</translation>
    </message>
    <message>
        <source>post-validated</source>
        <translation>nachgeprüft</translation>
    </message>
    <message>
        <source>Post-validated: a rank steps at once, and takes the step back when the check of all gradients overrules it. The weights are the same, the wait is gone.</source>
        <translation>Nachgeprüft: Ein Rank geht sofort weiter und nimmt den Schritt zurück, wenn die Prüfung aller Gradienten ihn verwirft. Die Gewichte sind dieselben, das Warten entfällt.</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Transformer blocks, cut into the stages as evenly as it goes.</source>
        <translation>Transformer-Blöcke, so gleichmäßig wie möglich auf die Stufen verteilt.</translation>
    </message>
    <message>
        <source>Width of the residual stream, a multiple of the heads.</source>
        <translation>Breite des Residualstroms, ein Vielfaches der Köpfe.</translation>
    </message>
    <message>
        <source>Attention heads.</source>
        <translation>Attention-Köpfe.</translation>
    </message>
    <message>
        <source>Tokens of a sample.</source>
        <translation>Tokens eines Beispiels.</translation>
    </message>
    <message>
        <source>Samples of a microbatch.</source>
        <translation>Beispiele eines Microbatches.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Text to train on</source>
        <translation>Text zum Trainieren</translation>
    </message>
    <message>
        <source>built-in corpus</source>
        <translation>eingebauter Korpus</translation>
    </message>
    <message>
        <source>Any text file; the GPT learns its bytes.</source>
        <translation>Eine beliebige Textdatei; das GPT lernt ihre Bytes.</translation>
    </message>
    <message>
        <source>Choose a text file</source>
        <translation>Textdatei wählen</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>Sofort anhalten</translation>
    </message>
    <message>
        <source>It can&apos;t run yet. %1</source>
        <translation>Das kann noch nicht laufen. %1</translation>
    </message>
    <message>
        <source>%1 of them run: one for each stage.</source>
        <translation>Es laufen %1: eine für jede Stufe.</translation>
    </message>
    <message>
        <source>%1 threads on %2 cores: unpaced, they take turns, and every step is longer than planned.</source>
        <translation>%1 Threads auf %2 Kernen: Ungetaktet wechseln sie sich ab, und jeder Schritt dauert länger als geplant.</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>GPT %1 × %2</source>
        <translation>GPT %1 × %2</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>paced</source>
        <translation>getaktet</translation>
    </message>
    <message>
        <source>kernels traced</source>
        <translation>mit Kernel-Aufzeichnung</translation>
    </message>
    <message>
        <source>bf16</source>
        <translation>bf16</translation>
    </message>
    <message>
        <source>%1 threads each</source>
        <translation>je %1 Threads</translation>
    </message>
    <message>
        <source>A GPU runs at full speed only.</source>
        <translation>Eine GPU läuft nur mit voller Geschwindigkeit.</translation>
    </message>
    <message>
        <source>Holds each op until its planned end, so that many ranks show a true pipeline on few cores.</source>
        <translation>Hält jede Op bis zu ihrem geplanten Ende, sodass viele Ranks auf wenigen Kernen eine echte Pipeline zeigen.</translation>
    </message>
    <message>
        <source>This plan has ops below 5 ms, too short to hold well.</source>
        <translation>Dieser Plan hat Ops unter 5 ms, zu kurz, um sie genau zu halten.</translation>
    </message>
    <message>
        <source>starting (%1) …</source>
        <translation>startet (%1) …</translation>
    </message>
    <message>
        <source>stopped after %1 of %2 steps</source>
        <translation>angehalten nach %1 von %2 Schritten</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <comment>that are done</comment>
        <translation>%1 von %2 Schritten</translation>
    </message>
    <message>
        <source>stopping …</source>
        <translation>hält an …</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>Verlust %1</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Tokens/s</translation>
    </message>
    <message>
        <source>What computes. Ranks that share a GPU are lanes of it.</source>
        <translation>Was rechnet. Ranks, die sich eine GPU teilen, sind Spuren von ihr.</translation>
    </message>
    <message>
        <source>mpirun, where it is there</source>
        <translation>mpirun, falls da</translation>
    </message>
    <message>
        <source>in one process, as threads</source>
        <translation>ein Prozess, Threads</translation>
    </message>
    <message>
        <source>Trace kernels</source>
        <translation>Kernel aufzeichnen</translation>
    </message>
    <message>
        <source>Show which kernels a GPU runs within the blocks of the last step. CUPTI traces them, which CUDA&apos;s toolkit brings.</source>
        <translation>Zeigt, welche Kernel eine GPU in den Blöcken des letzten Schritts ausführt. CUPTI zeichnet sie auf, das CUDAs Toolkit mitbringt.</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>CPU (runs everywhere)</source>
        <translation>CPU (läuft überall)</translation>
    </message>
    <message>
        <source>GPU %1: %2, %3</source>
        <translation>GPU %1: %2, %3</translation>
    </message>
    <message>
        <source>All %1 GPUs, a process each</source>
        <translation>Alle %1 GPUs, je ein Prozess</translation>
    </message>
    <message>
        <source>CUDA (looking for GPUs …)</source>
        <translation>CUDA (sucht nach GPUs …)</translation>
    </message>
    <message>
        <source>CUDA (needs a GPU)</source>
        <translation>CUDA (braucht eine GPU)</translation>
    </message>
    <message>
        <source>Looking for GPUs …</source>
        <translation>Es wird nach GPUs gesucht …</translation>
    </message>
    <message>
        <source>The ranks are dealt to the GPUs, a process each; those that share a GPU are lanes of it.</source>
        <translation>Die Ranks werden auf die GPUs verteilt, je ein Prozess; die sich eine GPU teilen, sind Spuren von ihr.</translation>
    </message>
    <message>
        <source>All ranks run as lanes of this GPU, in one process and at full speed.</source>
        <translation>Alle Ranks laufen als Spuren dieser GPU, in einem Prozess und mit voller Geschwindigkeit.</translation>
    </message>
    <message>
        <source>PyTorch runs at full speed only.</source>
        <translation>PyTorch läuft nur mit voller Geschwindigkeit.</translation>
    </message>
    <message>
        <source>PyTorch %1</source>
        <translation>PyTorch %1</translation>
    </message>
    <message>
        <source>PyTorch (looking for it …)</source>
        <translation>PyTorch (wird gesucht …)</translation>
    </message>
    <message>
        <source>PyTorch&apos;s own pipelining runtime trains the same GPT, a process for each rank.</source>
        <translation>PyTorchs eigene Pipeline-Laufzeit trainiert dasselbe GPT, ein Prozess je Rank.</translation>
    </message>
    <message>
        <source>Looking for PyTorch …</source>
        <translation>PyTorch wird gesucht …</translation>
    </message>
    <message>
        <source>Python that has PyTorch</source>
        <translation>Python mit PyTorch</translation>
    </message>
    <message>
        <source>The Python that has PyTorch, as of a virtual environment: its program, bin/python. Left empty, the one named by LANEWRIGHT_PYTHON, or python3.</source>
        <translation>Das Python mit PyTorch, etwa das einer virtuellen Umgebung: sein Programm, bin/python. Bleibt es leer, das von LANEWRIGHT_PYTHON genannte, oder python3.</translation>
    </message>
    <message>
        <source>Choose a Python</source>
        <translation>Ein Python wählen</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>The Python that has PyTorch</source>
        <translation>Das Python mit PyTorch</translation>
    </message>
    <message>
        <source>PyTorch (name a Python)</source>
        <translation>PyTorch (Python angeben)</translation>
    </message>
    <message>
        <source>loss is no number</source>
        <translation>Verlust ist keine Zahl</translation>
    </message>
</context>
<context>
    <name>lanewright::app::RunReportCard</name>
    <message>
        <source>Your run</source>
        <translation>Dein Lauf</translation>
    </message>
</context>
<context>
    <name>lanewright::app::Runnable</name>
    <message>
        <source>There is no order yet. Generate one, or place the ops of the tray.</source>
        <translation>Es gibt noch keine Reihenfolge. Erzeuge eine, oder setze die Ops der Ablage.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::RunsModel</name>
    <message>
        <source>cut short</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>another order</source>
        <translation>andere Reihenfolge</translation>
    </message>
    <message>
        <source>when</source>
        <translation>wann</translation>
    </message>
    <message>
        <source>how</source>
        <translation>wie</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>makespan</source>
        <comment>of the step that stands for a run</comment>
        <translation>Gesamtdauer</translation>
    </message>
    <message>
        <source>to its plan</source>
        <translation>gegen den Plan</translation>
    </message>
    <message>
        <source>remarks</source>
        <translation>Bemerkungen</translation>
    </message>
    <message>
        <source>loss is no number, first in step %1</source>
        <translation>Verlust ist keine Zahl, zuerst in Schritt %1</translation>
    </message>
</context>
<context>
    <name>lanewright::app::RunsPanel</name>
    <message>
        <source>GPT %1 × %2</source>
        <translation>GPT %1 × %2</translation>
    </message>
    <message>
        <source>paced</source>
        <translation>getaktet</translation>
    </message>
    <message>
        <source>bf16</source>
        <translation>bf16</translation>
    </message>
    <message>
        <source>%1 threads each</source>
        <translation>je %1 Threads</translation>
    </message>
    <message>
        <source>post-validated</source>
        <translation>nachgeprüft</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Runs of this schedule</source>
        <translation>Läufe dieses Ablaufplans</translation>
    </message>
    <message>
        <source>Lay this run over the plan</source>
        <translation>Diesen Lauf über den Plan legen</translation>
    </message>
    <message>
        <source>Lay the selected runs beside each other, each with the schedule that it ran</source>
        <translation>Die ausgewählten Läufe nebeneinanderlegen, jeden mit dem Ablaufplan, den er ausgeführt hat</translation>
    </message>
    <message>
        <source>Runs of this schedule are kept here, with their settings.</source>
        <translation>Hier bleiben die Läufe dieses Ablaufplans mit ihren Einstellungen.</translation>
    </message>
    <message>
        <source>The run can&apos;t be read: %1</source>
        <translation>Der Lauf kann nicht gelesen werden: %1</translation>
    </message>
</context>
<context>
    <name>lanewright::app::ScoreBars</name>
    <message>
        <source>Score: %1</source>
        <translation>Punkte: %1</translation>
    </message>
    <message>
        <source>teacher %1</source>
        <translation>Lehrkraft %1</translation>
    </message>
    <message>
        <source>goal %1</source>
        <translation>Ziel %1</translation>
    </message>
    <message>
        <source>best possible %1</source>
        <translation>bestmöglich %1</translation>
    </message>
    <message>
        <source>never below %1</source>
        <translation>nie unter %1</translation>
    </message>
    <message>
        <source>%1 %2 (%3)</source>
        <comment>a number, its value, what it is measured by</comment>
        <translation>%1 %2 (%3)</translation>
    </message>
</context>
<context>
    <name>lanewright::app::SearchBar</name>
    <message>
        <source>B3    B2.5    s2 F*    mb:7    dur&gt;2ms    wait&gt;0    slip&gt;1ms    slack=0</source>
        <translation>B3    B2.5    s2 F*    mb:7    dur&gt;2ms    wait&gt;0    slip&gt;1ms    slack=0</translation>
    </message>
    <message>
        <source>Find blocks</source>
        <translation>Blöcke suchen</translation>
    </message>
    <message>
        <source>The one before (Shift+Enter)</source>
        <translation>Der vorige (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>The next (Enter)</source>
        <translation>Der nächste (Eingabe)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>no block</source>
        <translation>kein Block</translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n Block</numerusform>
            <numerusform>%n Blöcke</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alle auswählen</translation>
    </message>
    <message>
        <source>Selects all that match (Ctrl+Enter)</source>
        <translation>Wählt alle aus, die passen (Strg+Eingabe)</translation>
    </message>
    <message numerus="yes">
        <source>no block, %n in the tray</source>
        <translation>
            <numerusform>kein Block, %n in der Ablage</numerusform>
            <numerusform>kein Block, %n in der Ablage</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s), %1 in the tray</source>
        <translation>
            <numerusform>%n Block, %1 in der Ablage</numerusform>
            <numerusform>%n Blöcke, %1 in der Ablage</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::SolvePanel</name>
    <message>
        <source>The most that any rank holds at one time, by the plan&apos;s costs of memory.</source>
        <translation>Das meiste, was ein Rank zugleich hält, nach den Speicherkosten des Plans.</translation>
    </message>
    <message>
        <source>The number that the search makes small.</source>
        <translation>Die Zahl, die die Suche klein macht.</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>The search ends earlier when the bound is met.</source>
        <translation>Die Suche endet früher, wenn die Schranke erreicht ist.</translation>
    </message>
    <message>
        <source>Prove it</source>
        <translation>Beweisen</translation>
    </message>
    <message>
        <source>When the search calms down, an exact solver takes over. For small schedules.</source>
        <translation>Wenn die Suche nichts mehr findet, übernimmt ein exakter Löser. Für kleine Ablaufpläne.</translation>
    </message>
    <message>
        <source>This build has no exact solver (z3).</source>
        <translation>Dieses Programm hat keinen exakten Löser (z3).</translation>
    </message>
    <message>
        <source>Solve</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Make small</source>
        <translation>Klein machen</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Zeitgrenze</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Best found</source>
        <translation>Bester Fund</translation>
    </message>
    <message>
        <source>Lower bound</source>
        <translation>Untere Schranke</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>The schedule that is open.</source>
        <translation>Der geöffnete Ablaufplan.</translation>
    </message>
    <message>
        <source>The best order that the search has found so far.</source>
        <translation>Die beste Reihenfolge, die die Suche bisher fand.</translation>
    </message>
    <message>
        <source>No schedule of these costs, limits and placement is below.</source>
        <translation>Kein Ablaufplan mit diesen Kosten, Grenzen und dieser Platzierung liegt darunter.</translation>
    </message>
    <message>
        <source>Best found / lower bound − 1: so much may still be missing.</source>
        <translation>Bester Fund / untere Schranke − 1: So viel kann noch fehlen.</translation>
    </message>
    <message>
        <source>Take it</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Put the best order into the schedule. One undo takes it back.</source>
        <translation>Setzt die beste Reihenfolge in den Ablaufplan. Einmal „Rückgängig“ nimmt es zurück.</translation>
    </message>
    <message>
        <source>Take the solution</source>
        <translation>Lösung übernehmen</translation>
    </message>
    <message>
        <source>stopping …</source>
        <translation>hält an …</translation>
    </message>
    <message>
        <source>searching, %1 of %2 s</source>
        <translation>sucht, %1 von %2 s</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>optimal</source>
        <translation>optimal</translation>
    </message>
    <message>
        <source>optimal, proved by %1</source>
        <translation>optimal, bewiesen durch %1</translation>
    </message>
    <message>
        <source>nothing better than the order at hand</source>
        <translation>nichts Besseres als die vorhandene Reihenfolge</translation>
    </message>
    <message>
        <source>found by %1</source>
        <translation>gefunden durch %1</translation>
    </message>
    <message>
        <source>the schedule&apos;s costs, limits or placement have changed since</source>
        <translation>Kosten, Grenzen oder Platzierung des Ablaufplans haben sich seither geändert</translation>
    </message>
    <message>
        <source>Searches the order with the smallest number for these costs and limits, and says how far from optimal it can be.</source>
        <translation>Sucht die Reihenfolge mit der kleinsten Zahl für diese Kosten und Grenzen und sagt, wie weit sie vom Optimum entfernt sein kann.</translation>
    </message>
    <message>
        <source>Bound: %1</source>
        <translation>Schranke: %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Fullest rank: %1</source>
        <translation>Vollster Rank: %1</translation>
    </message>
    <message>
        <source>Fullest rank: %1 now, %2 with the best</source>
        <comment>amounts of memory</comment>
        <translation>Vollster Rank: jetzt %1, mit der besten %2</translation>
    </message>
    <message>
        <source>Take the solution for %1; its iteration</source>
        <translation>Lösung für %1 übernehmen; ihre Iteration</translation>
    </message>
    <message>
        <source>The proof that the schedule came with says that there is no such order, and is dropped</source>
        <translation>Der Beweis, den der Ablaufplan mitbrachte, sagt, dass es keine solche Reihenfolge gibt, und fällt weg</translation>
    </message>
</context>
<context>
    <name>lanewright::app::StageCostsModel</name>
    <message>
        <source>pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>all-reduce</source>
        <translation>All-Reduce</translation>
    </message>
    <message>
        <source>memory of F</source>
        <translation>Speicher von F</translation>
    </message>
    <message>
        <source>memory of B</source>
        <translation>Speicher von B</translation>
    </message>
    <message>
        <source>memory of W</source>
        <translation>Speicher von W</translation>
    </message>
    <message>
        <source>memory of R</source>
        <translation>Speicher von R</translation>
    </message>
    <message>
        <source>static memory</source>
        <translation>fester Speicher</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>The part of the model.</source>
        <translation>Der Teil des Modells.</translation>
    </message>
    <message>
        <source>Where it lives.</source>
        <translation>Wo sie liegt.</translation>
    </message>
    <message>
        <source>How long a forward takes.</source>
        <translation>Wie lange ein Vorwärtsschritt dauert.</translation>
    </message>
    <message>
        <source>How long the gradient of the input takes.</source>
        <translation>Wie lange der Eingabegradient dauert.</translation>
    </message>
    <message>
        <source>How long the gradient of the weights takes, all parts together.</source>
        <translation>Wie lange der Gewichtsgradient dauert, alle Teile zusammen.</translation>
    </message>
    <message>
        <source>How long it takes to compute a forward again. Empty: activations are kept, there is no R.</source>
        <translation>Wie lange es dauert, einen Vorwärtsschritt zu wiederholen. Leer: Aktivierungen bleiben erhalten, es gibt kein R.</translation>
    </message>
    <message>
        <source>How long an overlapped pair with this F takes. Empty: as long as both one after the other.</source>
        <translation>Wie lange ein überlapptes Paar mit diesem F dauert. Leer: so lange wie beide nacheinander.</translation>
    </message>
    <message>
        <source>How long the optimizer&apos;s step takes, once per iteration.</source>
        <translation>Wie lange der Schritt des Optimierers dauert, einmal pro Iteration.</translation>
    </message>
    <message>
        <source>How long the gradients of twin stages take to be added, once per iteration.</source>
        <translation>Wie lange das Addieren der Gradienten von Zwillingsstufen dauert, einmal pro Iteration.</translation>
    </message>
    <message>
        <source>What F allocates for a microbatch. B and W free it in proportion.</source>
        <translation>Was F für einen Microbatch belegt. B und W geben es anteilig frei.</translation>
    </message>
    <message>
        <source>What B frees, 0 or negative. W frees the rest.</source>
        <translation>Was B freigibt, 0 oder negativ. W gibt den Rest frei.</translation>
    </message>
    <message>
        <source>What W frees, 0 or negative. B frees the rest.</source>
        <translation>Was W freigibt, 0 oder negativ. B gibt den Rest frei.</translation>
    </message>
    <message>
        <source>What R allocates for a microbatch. B and W free it.</source>
        <translation>Was R für einen Microbatch belegt. B und W geben es frei.</translation>
    </message>
    <message>
        <source>Weights, gradients and optimizer state, once per copy of the stage.</source>
        <translation>Gewichte, Gradienten und Zustand des Optimierers, einmal je Kopie der Stufe.</translation>
    </message>
    <message>
        <source>%1, direction %2</source>
        <translation>%1, Richtung %2</translation>
    </message>
    <message>
        <source>stage %1, %2: %3 %4</source>
        <translation>Stufe %1, %2: %3 %4</translation>
    </message>
    <message>
        <source>Set %1 of stage %2 to %3</source>
        <translation>%1 von Stufe %2 auf %3 setzen</translation>
    </message>
    <message>
        <source>A table says it of each microbatch.</source>
        <translation>Eine Tabelle sagt es von jedem Microbatch.</translation>
    </message>
    <message>
        <source>static</source>
        <translation>fest</translation>
    </message>
</context>
<context>
    <name>lanewright::app::StepChooser</name>
    <message>
        <source>The measured step that is shown</source>
        <translation>Der gemessene Schritt, der gezeigt wird</translation>
    </message>
    <message>
        <source>Lanes, numbers and deviations show this step of the run.</source>
        <translation>Spuren, Zahlen und Abweichungen zeigen diesen Schritt des Laufs.</translation>
    </message>
    <message>
        <source>all steps: %1</source>
        <translation>alle Schritte: %1</translation>
    </message>
    <message>
        <source>%1, replica %2</source>
        <translation>%1, Replik %2</translation>
    </message>
</context>
<context>
    <name>lanewright::app::TimelineView</name>
    <message>
        <source>Selects the block</source>
        <translation>Wählt den Block aus</translation>
    </message>
    <message>
        <source>Moves the block one place earlier</source>
        <translation>Schiebt den Block einen Platz nach vorn</translation>
    </message>
    <message>
        <source>Moves the block one place later</source>
        <translation>Schiebt den Block einen Platz nach hinten</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>Spuren</translation>
    </message>
    <message>
        <source>Bars: measured in another order</source>
        <translation>Balken: in anderer Reihenfolge gemessen</translation>
    </message>
    <message>
        <source>Select blocks or a bubble to mark their stretch of time.</source>
        <translation>Blöcke oder einen Leerlauf auswählen, um ihren Zeitabschnitt zu markieren.</translation>
    </message>
    <message>
        <source>%1 – %2: %3</source>
        <translation>%1 – %2: %3</translation>
    </message>
    <message>
        <source>Select a block first.</source>
        <translation>Bitte zuerst einen Block auswählen.</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation>Verweigert: %1</translation>
    </message>
</context>
<context>
    <name>lanewright::app::TraceOpening</name>
    <message>
        <source>%1 and %2 more</source>
        <comment>a file, and how many others</comment>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>Open traces</source>
        <translation>Traces öffnen</translation>
    </message>
    <message>
        <source>Traces (*.json *.json.gz);;All files (*)</source>
        <translation>Traces (*.json *.json.gz);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open a folder of traces</source>
        <translation>Einen Ordner mit Traces öffnen</translation>
    </message>
    <message>
        <source>These traces can&apos;t be opened: %1</source>
        <translation>Diese Traces lassen sich nicht öffnen: %1</translation>
    </message>
    <message>
        <source>Reading traces: %1 …</source>
        <translation>Liest Traces: %1 …</translation>
    </message>
    <message>
        <source>How much of the traces is read</source>
        <translation>Wie viel von den Traces gelesen ist</translation>
    </message>
</context>
<context>
    <name>lanewright::app::TransferModel</name>
    <message>
        <source>from rank %1 to rank %2: at most %3 %4, for no rank ever waited for a value</source>
        <translation>von Rank %1 nach Rank %2: höchstens %3 %4, denn kein Rank hat je auf einen Wert gewartet</translation>
    </message>
    <message>
        <source>from rank %1 to rank %2: %3 %4</source>
        <translation>von Rank %1 zu Rank %2: %3 %4</translation>
    </message>
    <message>
        <source>Set the transfer time from rank %1 to rank %2 to %3</source>
        <translation>Transferzeit von Rank %1 zu Rank %2 auf %3 setzen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::TransferSheet</name>
    <message>
        <source>Transfer times</source>
        <translation>Transferzeiten</translation>
    </message>
    <message>
        <source>Transfer time of every pair of ranks</source>
        <translation>Transferzeit jedes Paars von Ranks</translation>
    </message>
    <message>
        <source>How long a value travels from the rank of the row to that of the column.</source>
        <translation>Wie lange ein Wert vom Rank der Zeile zu dem der Spalte unterwegs ist.</translation>
    </message>
    <message>
        <source>Host time per value</source>
        <translation>Host-Zeit je Wert</translation>
    </message>
    <message>
        <source>How long the rank itself is busy with a value: some time with PyTorch on CPUs, none with GPUs.</source>
        <translation>Wie lange der Rank selbst mit einem Wert beschäftigt ist: bei PyTorch auf CPUs eine Weile, mit GPUs gar nicht.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::Tray</name>
    <message>
        <source>Place all</source>
        <translation>Alle setzen</translation>
    </message>
    <message>
        <source>B+W in one</source>
        <translation>B+W in einem</translation>
    </message>
    <message>
        <source>Puts every op of the tray where the makespan stays smallest</source>
        <translation>Setzt jede Op der Ablage dorthin, wo die Gesamtdauer am kleinsten bleibt</translation>
    </message>
    <message>
        <source>Offers the whole backward as one op BW, not as B and W</source>
        <translation>Bietet den ganzen Rückwärtsschritt als eine Op BW an, nicht als B und W</translation>
    </message>
    <message numerus="yes">
        <source>%n unplaced</source>
        <translation>
            <numerusform>%n nicht gesetzt</numerusform>
            <numerusform>%n nicht gesetzt</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 placed</source>
        <translation>%1 von %2 gesetzt</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
</context>
<context>
    <name>lanewright::app::TrayCells</name>
    <message>
        <source>Ops that are not placed</source>
        <translation>Ops, die nicht gesetzt sind</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>Stufe %1</translation>
    </message>
</context>
<context>
    <name>lanewright::app::Variants</name>
    <message>
        <source>Variant %1</source>
        <translation>Variante %1</translation>
    </message>
    <message>
        <source>Go back to %1</source>
        <translation>Zurück zu %1</translation>
    </message>
    <message>
        <source>Remove the variant %1</source>
        <translation>Die Variante %1 entfernen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::VariantsModel</name>
    <message>
        <source>stalls</source>
        <translation>bleibt stehen</translation>
    </message>
    <message>
        <source>unfinished</source>
        <translation>unfertig</translation>
    </message>
    <message>
        <source>%1, the present state</source>
        <translation>%1, der gegenwärtige Stand</translation>
    </message>
    <message>
        <source>%1, over a limit</source>
        <translation>%1, über einer Grenze</translation>
    </message>
    <message>
        <source>variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>iteration</source>
        <translation>Iteration</translation>
    </message>
    <message>
        <source>to the first</source>
        <translation>zur ersten</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>Blase</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>best possible</source>
        <translation>bestmöglich</translation>
    </message>
    <message>
        <source>avoidable</source>
        <translation>vermeidbar</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>Peak memory of the fullest rank, and of each</source>
        <translation>Spitzenspeicher des vollsten Ranks, und jedes</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n error(s)</source>
        <translation>
            <numerusform>%1, %n Fehler</numerusform>
            <numerusform>%1, %n Fehler</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::ViewActions</name>
    <message>
        <source>Zoom &amp;in</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>&amp;Fit all</source>
        <translation>Alles &amp;zeigen</translation>
    </message>
    <message>
        <source>Fit &amp;selection</source>
        <translation>&amp;Auswahl zeigen</translation>
    </message>
    <message>
        <source>&amp;Taller lanes</source>
        <translation>&amp;Höhere Spuren</translation>
    </message>
    <message>
        <source>&amp;Lower lanes</source>
        <translation>&amp;Niedrigere Spuren</translation>
    </message>
    <message>
        <source>Show &amp;measured</source>
        <translation>&amp;Messung zeigen</translation>
    </message>
    <message>
        <source>Show m&amp;emory</source>
        <translation>&amp;Speicher zeigen</translation>
    </message>
    <message>
        <source>Fold or open the &amp;panels below</source>
        <translation>&amp;Leisten unten falten oder öffnen</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>V&amp;ollbild</translation>
    </message>
    <message>
        <source>&amp;Next finding</source>
        <translation>&amp;Nächster Befund</translation>
    </message>
    <message>
        <source>&amp;Previous finding</source>
        <translation>&amp;Voriger Befund</translation>
    </message>
    <message>
        <source>Fi&amp;x this finding</source>
        <translation>Diesen &amp;Befund beheben</translation>
    </message>
    <message>
        <source>Show what would fix this fi&amp;nding</source>
        <translation>Zeigen, was diesen Befun&amp;d behebt</translation>
    </message>
    <message>
        <source>&amp;Play or pause	Space</source>
        <translation>&amp;Abspielen oder anhalten	Leertaste</translation>
    </message>
    <message>
        <source>&amp;Step to the next event	Right</source>
        <translation>&amp;Schritt zum nächsten Ereignis	Rechts</translation>
    </message>
    <message>
        <source>Step &amp;back	Left</source>
        <translation>Schritt &amp;zurück	Links</translation>
    </message>
    <message>
        <source>&amp;To the start	Home</source>
        <translation>Zum An&amp;fang	Pos1</translation>
    </message>
    <message>
        <source>&amp;Faster	Up</source>
        <translation>S&amp;chneller	Auf</translation>
    </message>
    <message>
        <source>S&amp;lower	Down</source>
        <translation>&amp;Langsamer	Ab</translation>
    </message>
    <message>
        <source>&amp;End playback	Esc</source>
        <translation>Abspielen &amp;beenden	Esc</translation>
    </message>
    <message>
        <source>&amp;Jump instead of sweeping</source>
        <translation>Springen statt &amp;gleiten</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <translation>Hoher &amp;Kontrast</translation>
    </message>
    <message>
        <source>&amp;As the system</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>Show map of the &amp;job</source>
        <translation>Karte des Auf&amp;trags zeigen</translation>
    </message>
    <message>
        <source>Every pipeline of every step above the lanes, where a run has several.</source>
        <translation>Jede Pipeline jedes Schritts über den Spuren, wo ein Lauf mehrere hat.</translation>
    </message>
    <message>
        <source>Of the selected &amp;block</source>
        <translation>Des ausgewählten &amp;Blocks</translation>
    </message>
    <message>
        <source>What it needs and what needs it.</source>
        <translation>Was er braucht und was ihn braucht.</translation>
    </message>
    <message>
        <source>The whole &amp;chain</source>
        <translation>Die ganze &amp;Kette</translation>
    </message>
    <message>
        <source>What decided its start, back to the first block, and on to what it decides.</source>
        <translation>Was seinen Beginn bestimmte, zurück bis zum ersten Block, und weiter zu dem, was er bestimmt.</translation>
    </message>
    <message>
        <source>The critical &amp;path</source>
        <translation>Der kritische &amp;Pfad</translation>
    </message>
    <message>
        <source>The chain of blocks that decides the makespan.</source>
        <translation>Die Kette der Blöcke, die die Gesamtdauer bestimmt.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::WatchActions</name>
    <message>
        <source>Watch a &amp;job …</source>
        <translation>Einem Auftrag &amp;zusehen …</translation>
    </message>
    <message>
        <source>Show a PyTorch training of your own while it runs.</source>
        <translation>Ein eigenes Training mit PyTorch zeigen, während es läuft.</translation>
    </message>
    <message>
        <source>The job that was watched has ended: step %1 was its last. It is in the list of runs.</source>
        <translation>Der beobachtete Auftrag ist zu Ende: Schritt %1 war sein letzter. Er steht in der Liste der Läufe.</translation>
    </message>
    <message>
        <source>Stop watching?</source>
        <translation>Nicht weiter zusehen?</translation>
    </message>
    <message>
        <source>This window waits for a job.</source>
        <translation>Dieses Fenster wartet auf einen Auftrag.</translation>
    </message>
    <message>
        <source>This window watches a job.</source>
        <translation>Dieses Fenster sieht einem Auftrag zu.</translation>
    </message>
    <message>
        <source>A job that is started with the line that was copied would find the port closed.</source>
        <translation>Ein Auftrag, der mit der kopierten Zeile gestartet wird, fände den Port geschlossen.</translation>
    </message>
    <message>
        <source>The job goes on; what it does from here on is not recorded here.</source>
        <translation>Der Auftrag geht weiter; was er von hier an tut, wird hier nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>Anhalten und schließen</translation>
    </message>
</context>
<context>
    <name>lanewright::app::WatchDialog</name>
    <message>
        <source>Also from other machines</source>
        <translation>Auch von anderen Maschinen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Watch a job</source>
        <translation>Einem Auftrag zusehen</translation>
    </message>
    <message>
        <source>Put this in front of the command that starts your PyTorch training, and start its script by -m lanewright.run. Each step appears here when all ranks have ended it; a slow or closed window never holds up the job.</source>
        <translation>Vor den Befehl setzen, der das Training mit PyTorch startet, und dessen Skript mit -m lanewright.run starten. Jeder Schritt erscheint hier, sobald alle Ranks ihn beendet haben; ein langsames oder geschlossenes Fenster hält den Auftrag nie auf.</translation>
    </message>
    <message>
        <source>The line to paste</source>
        <translation>Die Zeile zum Einfügen</translation>
    </message>
    <message>
        <source>Else only jobs of this machine reach it. What they send crosses the network in the clear; who knows the line can send steps and nothing else.</source>
        <translation>Sonst erreichen es nur Aufträge dieser Maschine. Was sie senden, geht unverschlüsselt durchs Netz; wer die Zeile kennt, kann Schritte senden und sonst nichts.</translation>
    </message>
    <message>
        <source>Listen again</source>
        <translation>Wieder zuhören</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>The job is over. Step %1 was its last.</source>
        <translation>Der Auftrag ist zu Ende. Schritt %1 war sein letzter.</translation>
    </message>
    <message>
        <source>Nobody listens: no job was watched.</source>
        <translation>Niemand hört zu: Es kam kein Auftrag.</translation>
    </message>
    <message>
        <source>Waiting for a job …</source>
        <translation>Auf einen Auftrag wird gewartet …</translation>
    </message>
    <message>
        <source>No job has come for a minute. Is its script started by -m lanewright.run, and can it reach this machine? A job elsewhere may come through ssh -R.</source>
        <translation>Seit einer Minute kam kein Auftrag. Ist sein Skript mit -m lanewright.run gestartet, und erreicht es diese Maschine? Ein Auftrag anderswo kann durch ssh -R kommen.</translation>
    </message>
    <message>
        <source>%1 ranks, step %2.</source>
        <translation>%1 Ranks, Schritt %2.</translation>
    </message>
    <message>
        <source>%1 ranks have come; their first step has not ended.</source>
        <translation>%1 Ranks sind da; ihr erster Schritt ist noch nicht zu Ende.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
</context>
<context>
    <name>lanewright::app::WatchSign</name>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Closes the port; what was measured is kept.</source>
        <translation>Schließt den Port; was gemessen wurde, bleibt.</translation>
    </message>
    <message>
        <source>Waiting for a job</source>
        <translation>Wartet auf einen Auftrag</translation>
    </message>
    <message>
        <source>Watching a job, step %1</source>
        <translation>Sieht einem Auftrag zu, Schritt %1</translation>
    </message>
    <message>
        <source>Watching a job</source>
        <translation>Sieht einem Auftrag zu</translation>
    </message>
</context>
<context>
    <name>lanewright::app::WayModel</name>
    <message>
        <source>rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>from \ to</source>
        <translation>von \ nach</translation>
    </message>
    <message>
        <source>The rank that sends.</source>
        <translation>Der Rank, der sendet.</translation>
    </message>
    <message>
        <source>To rank %1.</source>
        <translation>An Rank %1.</translation>
    </message>
</context>
<context>
    <name>lanewright::app::WhatIfPanel</name>
    <message>
        <source>Show the new plan</source>
        <translation>Neuen Plan zeigen</translation>
    </message>
    <message>
        <source>What if …</source>
        <translation>Was wäre, wenn …</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>Microbatches</translation>
    </message>
    <message>
        <source>Slow device</source>
        <translation>Langsames Gerät</translation>
    </message>
    <message>
        <source>Slower link</source>
        <translation>Langsamere Leitung</translation>
    </message>
    <message>
        <source>Lost device</source>
        <translation>Verlorenes Gerät</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>Neu berechnen</translation>
    </message>
    <message>
        <source>Context, samples</source>
        <translation>Kontext, Beispiele</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Tokens of a sample of a GPT.</source>
        <translation>Tokens eines Beispiels eines GPT.</translation>
    </message>
    <message>
        <source>Samples of a microbatch; there are as many microbatches less as keep those of an iteration, and the memory stays what it is.</source>
        <translation>Beispiele eines Microbatches; es gibt entsprechend weniger Microbatches, damit die Iteration gleich viele hat, und der Speicher bleibt, wie er ist.</translation>
    </message>
    <message>
        <source>Whether stages keep their input alone and compute the rest again before B.</source>
        <translation>Ob Stufen nur ihre Eingabe behalten und den Rest vor B neu berechnen.</translation>
    </message>
    <message>
        <source>Show the plan for the question</source>
        <translation>Plan zur Frage zeigen</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>always</source>
        <translation>immer</translation>
    </message>
    <message>
        <source>where it helps</source>
        <translation>wo es hilft</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keines</translation>
    </message>
    <message>
        <source>How many times as long the device takes.</source>
        <translation>Wievielmal so lange das Gerät braucht.</translation>
    </message>
    <message>
        <source>How many times its bandwidth the link has.</source>
        <translation>Das Wievielfache ihrer Bandbreite die Leitung hat.</translation>
    </message>
    <message>
        <source>This plan takes %1 instead of %2 (%3).</source>
        <translation>Dieser Plan braucht %1 statt %2 (%3).</translation>
    </message>
    <message>
        <source>Planned anew: %1.</source>
        <translation>Neu geplant: %1.</translation>
    </message>
    <message>
        <source>Nothing better was found for this.</source>
        <translation>Dafür wurde nichts Besseres gefunden.</translation>
    </message>
    <message>
        <source>Move a slider: the plan follows, and another is searched.</source>
        <translation>Einen Regler bewegen: Der Plan folgt, und ein anderer wird gesucht.</translation>
    </message>
    <message>
        <source>Back to the plan</source>
        <translation>Zurück zum Plan</translation>
    </message>
</context>
<context>
    <name>launch</name>
    <message>
        <source>The two halves of an overlapped pair run one after the other unless the trainer registers a function for OVERLAP_F_B.</source>
        <translation>Die beiden Hälften eines überlappten Paars laufen nacheinander, wenn der Trainer keine Funktion für OVERLAP_F_B anmeldet.</translation>
    </message>
    <message>
        <source>TorchTitan and NeMo load compute_only files alone; a compute_comms file is for a script of your own.</source>
        <translation>TorchTitan und NeMo laden nur Dateien compute_only; eine Datei compute_comms ist für ein eigenes Skript.</translation>
    </message>
    <message>
        <source>TorchTitan and NeMo can&apos;t run this placement: they build a loop (stage i on rank i mod %1) or a V of two stages per rank, never what the CSV says.</source>
        <translation>TorchTitan und NeMo können diese Verteilung nicht ausführen: Sie bauen eine Schleife (Stufe i auf Rank i mod %1) oder ein V von zwei Stufen je Rank, nie, was die CSV sagt.</translation>
    </message>
    <message>
        <source>Cut the model into %1 stages, %2 on each rank, with pipeline_parallel_layers_per_stage or module_fqns_per_model_part (NeMo: layers_per_stage); without, TorchTitan makes 2.</source>
        <translation>Das Modell in %1 Stufen schneiden, %2 auf jedem Rank, mit pipeline_parallel_layers_per_stage oder module_fqns_per_model_part (NeMo: layers_per_stage); ohne das macht TorchTitan 2.</translation>
    </message>
    <message>
        <source>Microbatches differ here, and PyTorch knows of none that do: its stages take all in the shape of the first, so pad them, and it divides gradients by their number, so sum the losses, divide by the tokens of the whole step, and say scale_grads=False.</source>
        <translation>Die Microbatches sind hier ungleich, und PyTorch kennt nur gleiche: Seine Stufen nehmen alle in der Form des ersten an, sie müssen also aufgefüllt werden, und es teilt Gradienten durch ihre Anzahl; die Verluste daher summieren, durch die Tokens des ganzen Schritts teilen und scale_grads=False angeben.</translation>
    </message>
    <message>
        <source>On stage 0 PyTorch does nothing at B and the whole backward at W, and the costs of this plan say otherwise; convert --pytorch-costs moves them.</source>
        <translation>Auf Stufe 0 tut PyTorch bei B nichts und bei W den ganzen Rückwärtsschritt, und die Kosten dieses Plans sagen etwas anderes; convert --pytorch-costs verschiebt sie.</translation>
    </message>
    <message>
        <source>On CPUs a rank of PyTorch is itself busy with each value that it sends or receives, and in this plan hosts take no time; costs takes both times from a recorded run, convert --host sets them.</source>
        <translation>Auf CPUs ist ein Rank von PyTorch selbst mit jedem Wert beschäftigt, den er sendet oder empfängt, und in diesem Plan brauchen Hosts keine Zeit; costs übernimmt beide Zeiten aus einem aufgezeichneten Lauf, convert --host setzt sie.</translation>
    </message>
    <message>
        <source>TorchTitan can&apos;t recompute activations where B and W are apart, so these flags turn its checkpointing off.</source>
        <translation>TorchTitan kann Aktivierungen nicht neu berechnen, wo B und W getrennt sind; diese Optionen schalten sein Checkpointing daher aus.</translation>
    </message>
    <message>
        <source>%1 tells TorchTitan and NeMo how stages lie on ranks, no more: they run the order of the CSV, which %1 would not make.</source>
        <translation>%1 sagt TorchTitan und NeMo, wie Stufen auf Ranks liegen, mehr nicht: Sie führen die Reihenfolge des CSV aus, die %1 nicht machen würde.</translation>
    </message>
</context>
<context>
    <name>lesson</name>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 activations</source>
        <comment>%1 activation</comment>
        <translation>
            <numerusform>%1 Aktivierung</numerusform>
            <numerusform>%1 Aktivierungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Next, rank %1 has nothing to run from %2 to %3: there is a gap before %4.</source>
        <translation>Als Nächstes hat Rank %1 von %2 bis %3 nichts zu tun: Vor %4 ist eine Lücke.</translation>
    </message>
    <message>
        <source>Next, rank %1 has nothing to run from %2 to %3: %4 waits for %5 on rank %6.</source>
        <translation>Als Nächstes hat Rank %1 von %2 bis %3 nichts zu tun: %4 wartet auf %5 von Rank %6.</translation>
    </message>
    <message>
        <source>Next, rank %1 has nothing to run from %2 to %3.</source>
        <translation>Als Nächstes hat Rank %1 von %2 bis %3 nichts zu tun.</translation>
    </message>
    <message>
        <source>%1 is ready since %2 and takes exactly as long. It would fill this gap for free.</source>
        <translation>%1 ist seit %2 bereit und dauert genauso lange. Er würde diese Zeit ohne Nachteil füllen.</translation>
    </message>
    <message>
        <source>%1 is ready since %2 and takes %3. It would fit in here.</source>
        <translation>%1 ist seit %2 bereit und dauert %3. Er würde hier hineinpassen.</translation>
    </message>
    <message>
        <source>all ops placed</source>
        <translation>alle Ops gesetzt</translation>
    </message>
    <message>
        <source>nothing wrong</source>
        <translation>nichts falsch</translation>
    </message>
    <message>
        <source>makespan</source>
        <translation>Gesamtdauer</translation>
    </message>
    <message>
        <source>longest span</source>
        <translation>längste Spanne</translation>
    </message>
    <message>
        <source>period</source>
        <translation>Periode</translation>
    </message>
    <message>
        <source>time per iteration</source>
        <translation>Zeit pro Iteration</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>Blase</translation>
    </message>
    <message>
        <source>papers&apos; rate</source>
        <translation>Rate der Arbeiten</translation>
    </message>
    <message>
        <source>overhead</source>
        <translation>Mehraufwand</translation>
    </message>
    <message>
        <source>copies of a weight</source>
        <translation>Kopien eines Gewichts</translation>
    </message>
    <message>
        <source>recognised</source>
        <translation>erkannt</translation>
    </message>
    <message>
        <source>%1 at most %2</source>
        <translation>%1 höchstens %2</translation>
    </message>
    <message>
        <source>recognised as %1</source>
        <translation>erkannt als %1</translation>
    </message>
    <message>
        <source>Not there yet: this is not the order of %1.</source>
        <translation>Noch nicht: Das ist nicht die Reihenfolge von %1.</translation>
    </message>
    <message>
        <source>Not there yet: the goal is &quot;%1&quot;.</source>
        <translation>Noch nicht: Das Ziel ist „%1“.</translation>
    </message>
    <message>
        <source>Not there yet: %1 is %2, the goal is at most %3.</source>
        <translation>Noch nicht: %1 ist %2, das Ziel ist höchstens %3.</translation>
    </message>
    <message>
        <source>The coach knows no step from here.</source>
        <translation>Der Coach weiß von hier aus keinen Schritt.</translation>
    </message>
    <message>
        <source>Place %1 before %2</source>
        <translation>%1 vor %2 setzen</translation>
    </message>
    <message>
        <source>Place %1 at the end of rank %2</source>
        <translation>%1 ans Ende von Rank %2 setzen</translation>
    </message>
    <message>
        <source>Fuse %1 with its W</source>
        <translation>%1 mit seinem W verschmelzen</translation>
    </message>
    <message>
        <source>Let the ranks step at once</source>
        <translation>Ranks sofort weitergehen lassen</translation>
    </message>
    <message>
        <source>Let all ranks step together</source>
        <translation>Alle Ranks gemeinsam weitergehen lassen</translation>
    </message>
    <message>
        <source>The makespan goes from %1.</source>
        <translation>Die Gesamtdauer ändert sich: %1.</translation>
    </message>
    <message>
        <source>Could run next: %1</source>
        <translation>Könnte als Nächstes laufen: %1</translation>
    </message>
    <message>
        <source>Could run next: %1, and %2 more</source>
        <translation>Könnte als Nächstes laufen: %1 und %2 weitere</translation>
    </message>
    <message>
        <source>It is not known what helped</source>
        <translation>Was geholfen hat, ist nicht bekannt</translation>
    </message>
    <message numerus="yes">
        <source>%1 hints</source>
        <comment>%1 hint</comment>
        <translation>
            <numerusform>%1 Tipp</numerusform>
            <numerusform>%1 Tipps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 steps of the coach</source>
        <comment>%1 step of the coach</comment>
        <translation>
            <numerusform>%1 Schritt des Coachs</numerusform>
            <numerusform>%1 Schritten des Coachs</numerusform>
        </translation>
    </message>
    <message>
        <source>the answer shown</source>
        <translation>gezeigter Lösung</translation>
    </message>
    <message numerus="yes">
        <source>%1 minutes</source>
        <comment>%1 minute</comment>
        <translation>
            <numerusform>%1 Minute</numerusform>
            <numerusform>%1 Minuten</numerusform>
        </translation>
    </message>
    <message>
        <source>Without help, in %1</source>
        <translation>Ohne Hilfe, in %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>With %1, in %2</source>
        <translation>Mit %1, in %2</translation>
    </message>
    <message>
        <source>Go on to the next lesson.</source>
        <translation>Geh weiter zur nächsten Lektion.</translation>
    </message>
    <message>
        <source>The thin blocks are what was measured.</source>
        <translation>Die schmalen Blöcke sind das Gemessene.</translation>
    </message>
    <message>
        <source>Run your schedule, or go on to the next lesson.</source>
        <translation>Führe deinen Plan aus, oder geh weiter zur nächsten Lektion.</translation>
    </message>
    <message>
        <source>All goals are reached: %1 of 100 points.</source>
        <translation>Alle Ziele sind erreicht: %1 von 100 Punkten.</translation>
    </message>
    <message numerus="yes">
        <source>%1 ops left in the tray.</source>
        <comment>%1 op left in the tray.</comment>
        <translation>
            <numerusform>Noch %1 Op in der Ablage.</numerusform>
            <numerusform>Noch %1 Ops in der Ablage.</numerusform>
        </translation>
    </message>
    <message>
        <source>Ctrl+Return takes this step.</source>
        <translation>Strg+Eingabe tut diesen Schritt.</translation>
    </message>
    <message>
        <source>Space plays the schedule and says why each rank waits.</source>
        <translation>Leertaste spielt den Ablaufplan ab und sagt, warum jeder Rank wartet.</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 läuft</translation>
    </message>
    <message>
        <source>has run all</source>
        <translation>ist fertig</translation>
    </message>
    <message>
        <source>stalls at %1</source>
        <translation>hängt bei %1</translation>
    </message>
    <message>
        <source>gap before %1</source>
        <translation>Lücke vor %1</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation>wartet auf %1</translation>
    </message>
    <message>
        <source>waits to run %1</source>
        <translation>wartet mit %1</translation>
    </message>
    <message>
        <source>Rank %1 goes no further: %2 never gets what it needs.</source>
        <translation>Rank %1 kommt nicht weiter: %2 bekommt nie, was es braucht.</translation>
    </message>
    <message>
        <source>Rank %1 has nothing to run until %2: %3 waits for %4 on rank %5.</source>
        <translation>Rank %1 hat bis %2 nichts auszuführen: %3 wartet auf %4 auf Rank %5.</translation>
    </message>
    <message>
        <source>Rank %1 has nothing to run until %2: there is a gap before %3.</source>
        <translation>Rank %1 hat bis %2 nichts auszuführen: Vor %3 ist eine Lücke.</translation>
    </message>
    <message>
        <source>Every rank has run all it has.</source>
        <translation>Jeder Rank hat alles ausgeführt.</translation>
    </message>
    <message>
        <source>From here on nobody waits between two blocks.</source>
        <translation>Von hier an wartet niemand zwischen zwei Blöcken.</translation>
    </message>
    <message>
        <source>Go on where I was</source>
        <translation>Weitermachen, wo ich war</translation>
    </message>
    <message>
        <source>%1 iterations in a row appear here once all ops are placed and nothing stalls.</source>
        <translation>Hier erscheinen %1 Iterationen hintereinander, sobald alle Ops gesetzt sind und nichts hängt.</translation>
    </message>
    <message>
        <source>%1 iterations in a row, %2 each</source>
        <translation>%1 Iterationen hintereinander, je %2</translation>
    </message>
    <message numerus="yes">
        <source>Take %1 microbatches</source>
        <comment>Take %1 microbatch</comment>
        <translation>
            <numerusform>%1 Microbatch nehmen</numerusform>
            <numerusform>%1 Microbatches nehmen</numerusform>
        </translation>
    </message>
    <message>
        <source>Take the order of %1</source>
        <translation>Die Reihenfolge von %1 nehmen</translation>
    </message>
    <message>
        <source>easy</source>
        <translation>leicht</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>mittel</translation>
    </message>
    <message>
        <source>hard</source>
        <translation>schwer</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>nach %1</translation>
    </message>
    <message>
        <source>That is better than the teacher&apos;s: %1 is %2 instead of %3.</source>
        <translation>Das ist besser als die Lösung der Lehrkraft: %1 ist %2 statt %3.</translation>
    </message>
    <message>
        <source>Nobody can do better (%1).</source>
        <translation>Besser kann es niemand (%1).</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>Leerlaufanteil</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>%1 on rank %2</source>
        <translation>%1 auf Rank %2</translation>
    </message>
    <message>
        <source>less than a minute</source>
        <translation>weniger als einer Minute</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>Build a schedule that reaches this: %1.</source>
        <translation>Baue einen Ablaufplan, der das erreicht: %1.</translation>
    </message>
</context>
<context>
    <name>list</name>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>marks</name>
    <message>
        <source>What the class reached</source>
        <translation>Was die Klasse erreicht hat</translation>
    </message>
    <message>
        <source>Pupils: %1. Lessons: %2. All goals of all of them: %3.</source>
        <translation>Lernende: %1. Lektionen: %2. Alle Ziele von allen: %3.</translation>
    </message>
    <message>
        <source>hints: %1</source>
        <translation>Tipps: %1</translation>
    </message>
    <message>
        <source>coach: %1</source>
        <translation>Coach: %1</translation>
    </message>
    <message>
        <source>answer shown</source>
        <translation>Lösung gezeigt</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>reached</source>
        <translation>erreicht</translation>
    </message>
    <message>
        <source>points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Pupils</source>
        <translation>Lernende</translation>
    </message>
    <message>
        <source>lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>with hints</source>
        <translation>mit Tipps</translation>
    </message>
    <message>
        <source>with the coach</source>
        <translation>mit Coach</translation>
    </message>
    <message>
        <source>stuck</source>
        <translation>hängt fest</translation>
    </message>
    <message>
        <source>missed most</source>
        <translation>am häufigsten verfehlt</translation>
    </message>
    <message>
        <source>Who is stuck where</source>
        <translation>Wer wo festhängt</translation>
    </message>
    <message>
        <source>Every answer</source>
        <translation>Jede Antwort</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>hints</source>
        <translation>Tipps</translation>
    </message>
    <message>
        <source>coach steps</source>
        <translation>Coach-Schritte</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>the answer names no lesson</source>
        <translation>die Antwort nennt keine Lektion</translation>
    </message>
    <message>
        <source>no lesson of this title is known</source>
        <translation>keine Lektion mit diesem Titel ist bekannt</translation>
    </message>
    <message>
        <source>holds no answer at all</source>
        <translation>enthält gar keine Antwort</translation>
    </message>
</context>
<context>
    <name>measured</name>
    <message>
        <source>no step of the run has all of its ops, so there is nothing to replay</source>
        <translation>Kein Schritt des Laufs hat alle seine Ops; darum gibt es nichts nachzuspielen</translation>
    </message>
    <message>
        <source>the ops of step %1 wait for each other in a circle</source>
        <translation>Die Ops des Schritts %1 warten im Kreis aufeinander</translation>
    </message>
    <message>
        <source>the run has no replica %1</source>
        <translation>der Lauf hat keine Replik %1</translation>
    </message>
    <message>
        <source>the run has no step %1</source>
        <translation>der Lauf hat keinen Schritt %1</translation>
    </message>
    <message>
        <source>the plan has %1 stages and the run %2</source>
        <translation>der Plan hat %1 Stufen und der Lauf %2</translation>
    </message>
    <message>
        <source>the plan has %1 ranks and the run %2</source>
        <translation>der Plan hat %1 Ranks und der Lauf %2</translation>
    </message>
    <message>
        <source>the plan has %1 directions and the run %2</source>
        <translation>der Plan hat %1 Richtungen und der Lauf %2</translation>
    </message>
    <message>
        <source>the plan has %1 microbatches and the run %2</source>
        <translation>der Plan hat %1 Microbatches und der Lauf %2</translation>
    </message>
    <message>
        <source>not every microbatch ran through every stage by itself, so there is no time for each of them</source>
        <translation>nicht jeder Microbatch lief einzeln durch jede Stufe, daher gibt es nicht für jeden eine Zeit</translation>
    </message>
    <message>
        <source>the run holds no measured step</source>
        <translation>der Lauf enthält keinen gemessenen Schritt</translation>
    </message>
    <message>
        <source>it was stopped</source>
        <translation>es wurde angehalten</translation>
    </message>
    <message>
        <source>the run has pairs, R, or B and BW beside each other, which no search knows how to keep</source>
        <translation>der Lauf hat Paare, R, oder B und BW nebeneinander, die keine Suche zu erhalten weiß</translation>
    </message>
    <message>
        <source>%1 threads shared %2 cores, so that measured costs hold waits for a core and no gain can be promised from them: paced, or with fewer ranks, a run shows what the plan says</source>
        <translation>%1 Threads teilten sich %2 Kerne; die gemessenen Kosten enthalten also Warten auf einen Kern, und kein Gewinn kann aus ihnen versprochen werden: Getaktet oder mit weniger Ranks zeigt ein Lauf, was der Plan sagt</translation>
    </message>
    <message>
        <source>B and W were never measured apart: they are assumed to divide a backward as the plan&apos;s costs do, in halves where these are 0</source>
        <translation>B und W wurden nie getrennt gemessen: Angenommen ist, dass sie einen Rückwärtsschritt teilen, wie die Kosten des Plans es tun, zu Hälften, wo diese 0 sind</translation>
    </message>
    <message>
        <source>The plan&apos;s ops take no time, so there is nothing to hold what was measured against.</source>
        <translation>Die Ops des Plans dauern nicht, also gibt es nichts, woran sich das Gemessene messen ließe.</translation>
    </message>
    <message>
        <source>The run was paced: a unit of the plan lasted %1, and every op was held until its planned end. So a step of %2 units was to take %3.</source>
        <translation>Der Lauf war getaktet: Eine Einheit des Plans dauerte %1, und jede Op wurde bis zu ihrem geplanten Ende gehalten. Ein Schritt von %2 Einheiten sollte also %3 dauern.</translation>
    </message>
    <message>
        <source>Nothing held the ops to the plan, whose units are no milliseconds. A unit is taken for %1, as the ops needed for it on average; so a step of %2 units would take %3.</source>
        <translation>Nichts hielt die Ops an den Plan, dessen Einheiten keine Millisekunden sind. Eine Einheit gilt für %1, so viel brauchten die Ops im Mittel dafür; ein Schritt von %2 Einheiten würde also %3 dauern.</translation>
    </message>
    <message>
        <source>The run was paced: every op was held until its planned end, so a step was to take %1.</source>
        <translation>Der Lauf war getaktet: Jede Op wurde bis zu ihrem geplanten Ende gehalten, ein Schritt sollte also %1 dauern.</translation>
    </message>
    <message>
        <source>Nothing held the ops to the plan, by which a step takes %1.</source>
        <translation>Nichts hielt die Ops an den Plan, nach dem ein Schritt %1 dauert.</translation>
    </message>
    <message>
        <source>%1 threads shared %2 cores and took turns; the pauses of pacing left room for that.</source>
        <translation>%1 Threads teilten sich %2 Kerne und wechselten sich ab; die Pausen des Taktens ließen Platz dafür.</translation>
    </message>
    <message>
        <source>The loss is no number, first in step %1.</source>
        <translation>Der Loss ist keine Zahl, zuerst in Schritt %1.</translation>
    </message>
    <message>
        <source>The loss went from %1 to %2: the lower, the better the guess.</source>
        <translation>Der Loss ging von %1 auf %2: Je kleiner, desto besser geraten.</translation>
    </message>
    <message>
        <source>The loss was %1: the lower, the better the guess.</source>
        <translation>Der Loss war %1: Je kleiner, desto besser geraten.</translation>
    </message>
    <message>
        <source>Guessing blindly among %1 letters gives %2.</source>
        <translation>Blind unter %1 Buchstaben geraten ergibt %2.</translation>
    </message>
    <message>
        <source>ends %1 early, having run %2 shorter</source>
        <translation>endet %1 zu früh, weil sie %2 kürzer lief</translation>
    </message>
    <message>
        <source>ends %1 late, having run %2 longer</source>
        <translation>endet %1 zu spät, weil sie %2 länger lief</translation>
    </message>
    <message>
        <source>starts %1 early</source>
        <translation>beginnt %1 zu früh</translation>
    </message>
    <message>
        <source>starts %1 late</source>
        <translation>beginnt %1 zu spät</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 on rank %2: %3</source>
        <translation>%1 auf Rank %2: %3</translation>
    </message>
    <message>
        <source>Every op kept to the plan within %1. Farthest from it:</source>
        <translation>Jede Op hielt den Plan auf %1 ein. Am weitesten daneben:</translation>
    </message>
    <message>
        <source>Ops were up to %1 off the plan. Farthest from it:</source>
        <translation>Ops lagen bis zu %1 neben dem Plan. Am weitesten daneben:</translation>
    </message>
    <message>
        <source>%1 with %2 thousand parameters learns to guess the next letter of a text that comes with the program: on %3, in steps of %4.</source>
        <translation>%1 mit %2 tausend Parametern lernt, den nächsten Buchstaben eines Textes zu raten, der dem Programm beiliegt: auf %3, in Schritten von %4.</translation>
    </message>
    <message numerus="yes">
        <source>A GPT of %1 layers</source>
        <comment>A GPT of %1 layer</comment>
        <translation>
            <numerusform>Ein GPT aus %1 Schicht</numerusform>
            <numerusform>Ein GPT aus %1 Schichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 ranks</source>
        <comment>%1 rank</comment>
        <translation>
            <numerusform>%1 Rank</numerusform>
            <numerusform>%1 Ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 microbatches</source>
        <comment>%1 microbatch</comment>
        <translation>
            <numerusform>%1 Microbatch</numerusform>
            <numerusform>%1 Microbatches</numerusform>
        </translation>
    </message>
    <message>
        <source>No step was measured whole.</source>
        <translation>Kein Schritt wurde ganz gemessen.</translation>
    </message>
    <message>
        <source>Step %1, which the lanes show, took %2 (%3).</source>
        <translation>Schritt %1, den die Spuren zeigen, dauerte %2 (%3).</translation>
    </message>
</context>
<context>
    <name>number</name>
    <message>
        <source>last end − first start, over all ranks</source>
        <translation>letztes Ende − erster Beginn, über alle Ranks</translation>
    </message>
    <message>
        <source>largest over the ranks of (own last end − own first start), with every op as early as it can; the cost of the Zero Bubble papers</source>
        <translation>das Größte über die Ranks von (eigenes letztes Ende − eigener erster Beginn), jede Op so früh wie möglich; die Kosten der Zero-Bubble-Arbeiten</translation>
    </message>
    <message>
        <source>the share of all ranks&apos; time in which they do nothing: 1 − (busy time of all ranks) / (ranks × makespan)</source>
        <translation>der Anteil der Zeit aller Ranks, in dem sie nichts tun: 1 − (Arbeitszeit aller Ranks) / (Ranks × Gesamtdauer)</translation>
    </message>
    <message>
        <source>makespan / (largest busy time of a rank) − 1; the bubble fraction of Megatron</source>
        <translation>Gesamtdauer / (größte Arbeitszeit eines Ranks) − 1; Megatrons „bubble fraction“</translation>
    </message>
    <message>
        <source>per rank: the largest running sum of activation changes in the order it runs its ops; of a measured step what was counted, or null</source>
        <translation>je Rank: die größte laufende Summe der Aktivierungen in der Reihenfolge seiner Ops; eines gemessenen Schritts, was gezählt wurde, oder null</translation>
    </message>
    <message>
        <source>per rank: the limit on its activations, or null</source>
        <translation>je Rank: die Grenze seiner Aktivierungen oder null</translation>
    </message>
    <message>
        <source>per rank: all the memory its device has, or null</source>
        <translation>je Rank: aller Speicher seines Geräts oder null</translation>
    </message>
    <message>
        <source>values sent between ranks per iteration</source>
        <translation>Werte, die je Iteration zwischen Ranks gesendet werden</translation>
    </message>
    <message>
        <source>per stage: how often its weights are held</source>
        <translation>je Stufe: wie oft ihre Gewichte gehalten werden</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no number</source>
        <translation>„%1“ ist keine Zahl</translation>
    </message>
    <message>
        <source>%1 has more decimals than can be kept: nanoseconds and bytes are not divided</source>
        <translation>%1 hat mehr Nachkommastellen, als sich behalten lassen: Nanosekunden und Bytes werden nicht geteilt</translation>
    </message>
    <message>
        <source>%1 is too large a number</source>
        <translation>%1 ist eine zu große Zahl</translation>
    </message>
    <message>
        <source>time per iteration in the file&apos;s optimizer mode, with the steps, the all-reduce, the norm and its decision: synchronous, every rank waits for all; post-validated, each steps at once</source>
        <translation>Zeit je Iteration in der Betriebsart des Optimierers, die die Datei nennt, mit Optimierungsschritten, All-Reduce, Norm und Entscheidung: synchron wartet jeder Rank auf alle, nachgeprüft macht jeder seinen Schritt sofort</translation>
    </message>
    <message>
        <source>how iterations follow each other: sync or postvalidated</source>
        <translation>wie Iterationen aufeinander folgen: sync oder postvalidated</translation>
    </message>
    <message>
        <source>the time per iteration in both optimizer modes; null where it is not known</source>
        <translation>die Zeit je Iteration in beiden Betriebsarten; null, wo sie nicht bekannt ist</translation>
    </message>
    <message>
        <source>a proven bound for the objective: no order of these stages keeps the limits and is below it; where none was chosen the objective is the iteration time</source>
        <translation>eine bewiesene Schranke für das Ziel: Keine Reihenfolge dieser Stufen hält die Grenzen ein und liegt darunter; ohne gewähltes Ziel ist es die Zeit je Iteration</translation>
    </message>
    <message>
        <source>what a search has proved beyond the other bounds, or null</source>
        <translation>was eine Suche über die anderen Schranken hinaus bewiesen hat, oder null</translation>
    </message>
    <message>
        <source>the lower bound of the iteration time, where the objective is another</source>
        <translation>die untere Schranke der Zeit je Iteration, wo das Ziel ein anderes ist</translation>
    </message>
    <message>
        <source>the time of an iteration in which even the rank with the most work does not work, because it waits or its optimizer steps: iteration time − its work</source>
        <translation>die Zeit einer Iteration, in der selbst der Rank mit der meisten Arbeit nicht arbeitet, weil er wartet oder sein Optimierer seinen Schritt macht: Zeit je Iteration − seine Arbeit</translation>
    </message>
    <message>
        <source>the share of an iteration in which even the rank with the most work does not work, because it waits or its optimizer steps: (iteration time − its work) / iteration time</source>
        <translation>der Anteil einer Iteration, in dem selbst der Rank mit der meisten Arbeit nicht arbeitet, weil er wartet oder sein Optimierer seinen Schritt macht: (Zeit je Iteration − seine Arbeit) / Zeit je Iteration</translation>
    </message>
    <message>
        <source>iteration time − its lower bound, as a time: what a better order could win at most</source>
        <translation>Zeit je Iteration − ihre untere Schranke, als Zeit: was eine bessere Reihenfolge höchstens gewinnen kann</translation>
    </message>
    <message>
        <source>the share of an iteration that a better order could win at most: (iteration time − its lower bound) / iteration time</source>
        <translation>der Anteil einer Iteration, den eine bessere Reihenfolge höchstens gewinnt: (Zeit je Iteration − ihre untere Schranke) / Zeit je Iteration</translation>
    </message>
    <message>
        <source>microbatches per second: microbatches / iteration time, for each optimizer mode; per device: divided by the ranks; none where times are in abstract units</source>
        <translation>Microbatches je Sekunde: Microbatches / Zeit je Iteration, für jede Betriebsart des Optimierers; je Gerät: geteilt durch die Ranks; keine, wo Zeiten in abstrakten Einheiten sind</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>Iteration</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Iteration, both modes</source>
        <translation>Iteration, beide Arten</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Blase</translation>
    </message>
    <message>
        <source>Lower bound</source>
        <translation>Untere Schranke</translation>
    </message>
    <message>
        <source>Lower bound of the iteration</source>
        <translation>Untere Schranke der Iteration</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Avoidable</source>
        <translation>Vermeidbar</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>Beweis</translation>
    </message>
    <message>
        <source>Makespan</source>
        <translation>Gesamtdauer</translation>
    </message>
    <message>
        <source>Longest span</source>
        <translation>Längste Spanne</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>Periode</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Leerlaufanteil</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>Mehraufwand</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>Übertragungen</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>Speichergrenze</translation>
    </message>
    <message>
        <source>Total memory</source>
        <translation>Gesamtspeicher</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>Gerätespeicher</translation>
    </message>
    <message>
        <source>Copies of parameters</source>
        <translation>Kopien der Parameter</translation>
    </message>
    <message>
        <source>Receive buffers</source>
        <translation>Empfangspuffer</translation>
    </message>
    <message>
        <source>per rank: buffers kept for messages from other ranks; null where they can&apos;t be counted, and of a measured step</source>
        <translation>je Rank: Puffer für Nachrichten von anderen Ranks; null, wo sie sich nicht zählen lassen, und bei einem gemessenen Schritt</translation>
    </message>
    <message>
        <source>Receive memory</source>
        <translation>Empfangsspeicher</translation>
    </message>
    <message>
        <source>per rank: what its receive buffers take together; where none is kept, the most at one time; null where messages have no size</source>
        <translation>je Rank: was seine Empfangspuffer zusammen belegen; wo keiner bereitgehalten wird, das meiste zugleich; null, wo Nachrichten keine Größe haben</translation>
    </message>
    <message>
        <source>Send buffers</source>
        <translation>Sendepuffer</translation>
    </message>
    <message>
        <source>per rank: the most messages to other ranks that are held at one time; null of a measured step</source>
        <translation>je Rank: die meisten Nachrichten an andere Ranks, die zugleich gehalten werden; null bei einem gemessenen Schritt</translation>
    </message>
    <message>
        <source>Send memory</source>
        <translation>Sendespeicher</translation>
    </message>
    <message>
        <source>per rank: the most that these take at one time; null where messages have no size</source>
        <translation>je Rank: das meiste, was diese zugleich belegen; null, wo Nachrichten keine Größe haben</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>%1 microbatches/s</source>
        <translation>%1 Microbatches/s</translation>
    </message>
    <message>
        <source>%1 of the %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1, sync optimizer</source>
        <translation>%1, synchroner Optimierer</translation>
    </message>
    <message>
        <source>%1, postvalidated optimizer</source>
        <translation>%1, nachgeprüfter Optimierer</translation>
    </message>
    <message>
        <source>objective / lower bound − 1</source>
        <translation>Ziel / untere Schranke − 1</translation>
    </message>
    <message>
        <source>time per iteration when iterations follow each other back to back: the largest cycle mean of the longest paths from rank to rank; never above the longest span</source>
        <translation>Zeit je Iteration, wenn Iterationen lückenlos aufeinander folgen: das größte Kreismittel der längsten Wege von Rank zu Rank; nie über der längsten Spanne</translation>
    </message>
    <message>
        <source>Papers&apos; rate</source>
        <translation>Rate der Arbeiten</translation>
    </message>
    <message>
        <source>the bubble rate of the Zero Bubble papers: 1 − (largest busy time of a rank) / longest span; what ranks wait before their first and after their last op does not count</source>
        <translation>die Rate der Zero-Bubble-Arbeiten: 1 − (größte Arbeitszeit eines Ranks) / längste Spanne; was Ranks vor ihrer ersten und nach ihrer letzten Op warten, zählt nicht</translation>
    </message>
    <message>
        <source>per rank: static bytes + staging buffers + peak memory; null of a measured step; the peak of activations and buffers for messages together where the file says how those are kept</source>
        <translation>je Rank: feste Bytes + Zwischenpuffer + Spitzenspeicher; null bei einem gemessenen Schritt; die Spitze von Aktivierungen und Puffern für Nachrichten zusammen, wo die Datei sagt, wie diese bereitgehalten werden</translation>
    </message>
    <message>
        <source>%1.%2</source>
        <extracomment>a number with its decimal mark</extracomment>
        <translation>%1,%2</translation>
    </message>
</context>
<context>
    <name>obstacle</name>
    <message>
        <source>this build has no backend cuda; it is built where CUDA&apos;s toolkit, 13 or newer, is found</source>
        <translation>diese Fassung hat kein Backend cuda; es wird gebaut, wo CUDAs Toolkit ab Version 13 gefunden wird</translation>
    </message>
    <message>
        <source>the backend cuda is not installed: %1 does not lie beside the engine; the package lanewright-cuda holds it</source>
        <translation>das Backend cuda ist nicht installiert: %1 liegt nicht neben der Engine; das Paket lanewright-cuda enthält es</translation>
    </message>
    <message>
        <source>the backend cuda needs %1, which is missing; CUDA&apos;s toolkit 13 brings it</source>
        <translation>das Backend cuda braucht %1, und das fehlt; CUDAs Toolkit 13 bringt es mit</translation>
    </message>
    <message>
        <source>the backend cuda is of version %1 and the engine of version %2; install both of one</source>
        <translation>das Backend cuda hat die Version %1 und die Engine die Version %2; beide müssen in derselben installiert sein</translation>
    </message>
    <message>
        <source>no GPU: there is no NVIDIA driver here; a machine with a GPU needs one that knows CUDA %1 or newer</source>
        <translation>keine GPU: hier gibt es keinen NVIDIA-Treiber; ein Rechner mit GPU braucht einen, der CUDA %1 oder neuer kennt</translation>
    </message>
    <message>
        <source>the NVIDIA driver is too old: it knows CUDA %1 and must know CUDA %2; a newer driver is needed</source>
        <translation>der NVIDIA-Treiber ist zu alt: er kennt CUDA %1 und muss CUDA %2 kennen; ein neuerer Treiber ist nötig</translation>
    </message>
    <message>
        <source>no GPU: the NVIDIA driver finds none; nvidia-smi lists what it sees, and the variable CUDA_VISIBLE_DEVICES may hide them</source>
        <translation>keine GPU: der NVIDIA-Treiber findet keine; nvidia-smi listet auf, was er sieht, und die Variable CUDA_VISIBLE_DEVICES kann sie verbergen</translation>
    </message>
    <message>
        <source>there is no GPU %1; they are counted from 0 to %2</source>
        <translation>es gibt keine GPU %1; sie werden von 0 bis %2 gezählt</translation>
    </message>
    <message>
        <source>%1 processes were started with a GPU each, and there are GPUs for %2; start fewer, so that more ranks share each</source>
        <translation>%1 Prozesse wurden mit je einer GPU gestartet, und es gibt GPUs für %2; weniger starten, sodass sich mehr Ranks eine teilen</translation>
    </message>
    <message>
        <source>%1 processes were started with a GPU each, and the list names GPUs for %2; start fewer, so that more ranks share each</source>
        <translation>%1 Prozesse wurden mit je einer GPU gestartet, und die Liste nennt GPUs für %2; weniger starten, sodass sich mehr Ranks eine teilen</translation>
    </message>
    <message>
        <source>on %1: %2</source>
        <translation>auf %1: %2</translation>
    </message>
    <message>
        <source>this build has no NCCL, so all ranks must sit on one GPU; it is built in where its header is found</source>
        <translation>diese Fassung hat kein NCCL, daher müssen alle Ranks auf einer GPU sitzen; es wird eingebaut, wo seine Kopfdatei gefunden wird</translation>
    </message>
    <message>
        <source>NCCL is missing (libnccl.so.2), so all ranks must sit on one GPU; the package libnccl2 holds it</source>
        <translation>NCCL fehlt (libnccl.so.2), daher müssen alle Ranks auf einer GPU sitzen; das Paket libnccl2 enthält es</translation>
    </message>
    <message>
        <source>NCCL is too old: it is %1 and must be %2 or newer; until then all ranks must sit on one GPU</source>
        <translation>NCCL ist zu alt: es ist %1 und muss %2 oder neuer sein; bis dahin müssen alle Ranks auf einer GPU sitzen</translation>
    </message>
    <message>
        <source>these pairs of GPUs do not reach each other&apos;s memory, so that values between them make a detour by the host&apos;s, which takes longer: %1</source>
        <translation>diese Paare von GPUs erreichen den Speicher der jeweils anderen nicht, so dass Werte zwischen ihnen einen Umweg über den des Rechners machen, was länger dauert: %1</translation>
    </message>
    <message>
        <source>several GPUs take a process each, and this engine was built without MPI</source>
        <translation>mehrere GPUs brauchen je einen Prozess, und diese Engine wurde ohne MPI gebaut</translation>
    </message>
    <message>
        <source>several GPUs take a process each, and all ranks were to run in one</source>
        <translation>mehrere GPUs brauchen je einen Prozess, und alle Ranks sollten in einem laufen</translation>
    </message>
    <message>
        <source>several GPUs take a process each, and there is no mpirun to start them</source>
        <translation>mehrere GPUs brauchen je einen Prozess, und es gibt kein mpirun, das sie startet</translation>
    </message>
    <message>
        <source>the list has %1 GPUs for %2 ranks</source>
        <translation>die Liste nennt %1 GPUs für %2 Ranks</translation>
    </message>
    <message>
        <source>the ranks are to sit on %1 GPUs, and there are %2</source>
        <translation>die Ranks sollen auf %1 GPUs sitzen, und es gibt %2</translation>
    </message>
    <message>
        <source>this build has no CUPTI, so it can&apos;t trace kernels; it is built in where its header is found</source>
        <translation>dieser Build hat kein CUPTI und kann keine Kernel aufzeichnen; es wird eingebaut, wo sein Header gefunden wird</translation>
    </message>
    <message>
        <source>CUPTI is missing (%1), so kernels can&apos;t be traced; CUDA&apos;s toolkit brings it</source>
        <translation>CUPTI fehlt (%1), daher lassen sich keine Kernel aufzeichnen; CUDAs Toolkit bringt es mit</translation>
    </message>
    <message>
        <source>CUPTI is too old to trace kernels: it must be of CUDA %1 or newer</source>
        <translation>CUPTI ist zu alt, um Kernel aufzuzeichnen: Es muss von CUDA %1 oder neuer sein</translation>
    </message>
    <message>
        <source>another tool, such as Nsight, traces the engine, and only one can; run without that tool, or without tracing kernels</source>
        <translation>ein anderes Werkzeug, etwa Nsight, zeichnet die Engine auf, und das kann nur eines; ohne dieses Werkzeug starten, oder ohne Kernel aufzuzeichnen</translation>
    </message>
    <message>
        <source>the NVIDIA driver lets only administrators trace kernels; the option NVreg_RestrictProfilingToAdminUsers=0 of its module nvidia lets everybody</source>
        <translation>der NVIDIA-Treiber lässt nur Administratoren Kernel aufzeichnen; die Option NVreg_RestrictProfilingToAdminUsers=0 seines Moduls nvidia erlaubt es allen</translation>
    </message>
    <message>
        <source>kernels can&apos;t be traced: CUPTI says %1</source>
        <translation>Kernel lassen sich nicht aufzeichnen: CUPTI meldet %1</translation>
    </message>
</context>
<context>
    <name>one per</name>
    <message>
        <source>grammatical number</source>
        <translation>grammatischer Zahl</translation>
    </message>
    <message>
        <source>pair of neighbouring ranks</source>
        <translation>Paar benachbarter Ranks</translation>
    </message>
    <message>
        <source>end of the way</source>
        <translation>Ende des Weges</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>microbatch</source>
        <translation>Microbatch</translation>
    </message>
    <message>
        <source>number (step, tensor, factor)</source>
        <translation>Zahl (Schritt, Tensor, Faktor)</translation>
    </message>
    <message>
        <source>number (step, loss)</source>
        <translation>Zahl (Schritt, Verlust)</translation>
    </message>
    <message>
        <source>direction</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>end</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>boundary between two stages</source>
        <translation>Grenze zwischen zwei Stufen</translation>
    </message>
</context>
<context>
    <name>page</name>
    <message>
        <source>this build of the program has no board for browsers, without which a page shows no lesson; packaging/board makes it</source>
        <translation>dieser Bau des Programms hat kein Brett für Browser, ohne das eine Seite keine Lektion zeigt; packaging/board macht es</translation>
    </message>
    <message>
        <source>this is a problem without an order; there are no lanes to show</source>
        <translation>das ist ein Problem ohne Reihenfolge; es gibt keine Spuren zu zeigen</translation>
    </message>
    <message>
        <source>a page holds at most %1 blocks, and this schedule has %2</source>
        <translation>eine Seite fasst höchstens %1 Blöcke, und dieser Ablaufplan hat %2</translation>
    </message>
    <message>
        <source>%1 of stage %2, microbatch %3</source>
        <translation>%1 von Stufe %2, Microbatch %3</translation>
    </message>
    <message>
        <source>Runs on rank %1 from %2 to %3, for %4.</source>
        <translation>Läuft auf Rank %1 von %2 bis %3, %4 lang.</translation>
    </message>
    <message>
        <source>It could start %1 later before the makespan grows.</source>
        <translation>Er könnte um %1 später beginnen, ehe die Gesamtdauer wächst.</translation>
    </message>
    <message>
        <source>Rank %1 is idle for %2</source>
        <translation>Rank %1 hat %2 lang Leerlauf</translation>
    </message>
    <message>
        <source>Measured: it started at %1 (%2) and took %3 (%4).</source>
        <translation>Gemessen: Er begann bei %1 (%2) und dauerte %3 (%4).</translation>
    </message>
    <message>
        <source>%1, as measured in step %2</source>
        <translation>%1, wie in Schritt %2 gemessen</translation>
    </message>
    <message>
        <source>Needs:</source>
        <translation>Braucht:</translation>
    </message>
    <message>
        <source>Needed by:</source>
        <translation>Gebraucht von:</translation>
    </message>
    <message>
        <source>Point at a block, or choose one with the arrow keys, to read why it starts when it starts.</source>
        <translation>Auf einen Block zeigen oder einen mit den Pfeiltasten wählen: Dann steht hier, warum er beginnt, wann er beginnt.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Erscheinungsbild</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Playback and view</source>
        <translation>Wiedergabe und Ansicht</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>The chosen block</source>
        <translation>Der gewählte Block</translation>
    </message>
    <message>
        <source>Lanes: %1</source>
        <translation>Spuren: %1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>thin bar: measured</source>
        <translation>schmaler Balken: gemessen</translation>
    </message>
    <message>
        <source>hatched foot: on the network, and nothing computes</source>
        <translation>schraffierter Fuß: im Netz, und nichts rechnet</translation>
    </message>
    <message>
        <source>dark foot of an op: hidden behind what its partner computes</source>
        <translation>dunkler Fuß einer Op: hinter dem verborgen, was ihr Partner rechnet</translation>
    </message>
    <message>
        <source>Made by Lanewright. This file is all there is: it loads nothing and sends nothing.</source>
        <translation>Mit Lanewright gemacht. Diese Datei ist alles: Sie lädt nichts und sendet nichts.</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>geplant</translation>
    </message>
    <message>
        <source>planned: %1</source>
        <translation>geplant: %1</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>measured, paced</source>
        <translation>gemessen, getaktet</translation>
    </message>
    <message>
        <source>measured in another order</source>
        <translation>in anderer Reihenfolge gemessen</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%1 von %2 Schritten</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>The schedule is not valid; the findings below say why.</source>
        <translation>Der Ablaufplan ist nicht gültig; die Befunde unten sagen, warum.</translation>
    </message>
    <message>
        <source>The schedule never reaches its end: lanes and numbers are of the part that runs; the findings below say why.</source>
        <translation>Der Ablaufplan kommt nie ans Ende: Spuren und Zahlen sind die des Teils, der läuft; die Befunde unten sagen, warum.</translation>
    </message>
    <message>
        <source>It is on a critical path: if it starts later, the makespan grows.</source>
        <translation>Er liegt auf einem kritischen Pfad: Beginnt er später, wächst die Gesamtdauer.</translation>
    </message>
    <message>
        <source>line in a block: on a critical path</source>
        <translation>Strich im Block: auf einem kritischen Pfad</translation>
    </message>
    <message>
        <source>area below: memory, at most %1; dashed: limit</source>
        <translation>Fläche darunter: Speicher, höchstens %1; gestrichelt: Grenze</translation>
    </message>
    <message>
        <source>grey area on it: buffers for messages</source>
        <translation>graue Fläche darauf: Puffer für Nachrichten</translation>
    </message>
    <message>
        <source>It never runs: rank %1 stands still before it.</source>
        <translation>Er läuft nie: Rank %1 bleibt vor ihm stehen.</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Large type</source>
        <translation>Große Schrift</translation>
    </message>
    <message>
        <source>Editing</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>Rückgängig gemacht: %1</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>Erzeugen</translation>
    </message>
    <message>
        <source>Generate …</source>
        <translation>Erzeugen …</translation>
    </message>
    <message>
        <source>Generate %1</source>
        <translation>%1 erzeugen</translation>
    </message>
    <message>
        <source>Save a copy</source>
        <translation>Kopie speichern</translation>
    </message>
    <message>
        <source>Saved as %1, where the browser keeps downloads.</source>
        <translation>Als %1 gespeichert, wo der Browser Heruntergeladenes ablegt.</translation>
    </message>
    <message>
        <source>Open …</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>This can&apos;t be opened. %1</source>
        <translation>Das lässt sich nicht öffnen. %1</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>The link is copied. It holds the whole schedule; nothing is sent anywhere.</source>
        <translation>Der Link ist kopiert. In ihm steckt der ganze Ablaufplan; nichts wird irgendwohin gesendet.</translation>
    </message>
    <message>
        <source>Copy this link. It holds the whole schedule; nothing is sent anywhere.</source>
        <translation>Kopiere diesen Link. In ihm steckt der ganze Ablaufplan; nichts wird irgendwohin gesendet.</translation>
    </message>
    <message>
        <source>This page is a file: the link works on this computer only.</source>
        <translation>Diese Seite ist eine Datei: Der Link geht nur auf diesem Computer.</translation>
    </message>
    <message>
        <source>This schedule is too long for a link; share a file instead.</source>
        <translation>Dieser Ablaufplan ist zu lang für einen Link; gib stattdessen eine Datei weiter.</translation>
    </message>
    <message>
        <source>This page has no address that a link could name; share a file instead.</source>
        <translation>Diese Seite hat keine Adresse, die ein Link nennen könnte; gib stattdessen eine Datei weiter.</translation>
    </message>
    <message>
        <source>The address of this page holds no schedule that can be read; it is not shown.</source>
        <translation>Die Adresse dieser Seite enthält keinen lesbaren Ablaufplan; sie wird nicht gezeigt.</translation>
    </message>
    <message>
        <source>This page was made without its board, so it shows the schedule but can&apos;t change it.</source>
        <translation>Diese Seite wurde ohne ihr Brett gemacht: Sie zeigt den Ablaufplan, kann ihn aber nicht ändern.</translation>
    </message>
    <message>
        <source>This browser can&apos;t start the board. The page shows the schedule but can&apos;t change it.</source>
        <translation>Dieser Browser kann das Brett nicht starten. Die Seite zeigt den Ablaufplan, kann ihn aber nicht ändern.</translation>
    </message>
    <message>
        <source>The board has broken down, perhaps for want of memory. What you see is how it was last.</source>
        <translation>Das Brett ist ausgefallen, vielleicht aus Mangel an Speicher. Zu sehen ist, wie es zuletzt war.</translation>
    </message>
    <message>
        <source>Go on from here</source>
        <translation>Von hier aus weiter</translation>
    </message>
    <message>
        <source>Tray: ops that are not placed</source>
        <translation>Ablage: Ops, die nicht gesetzt sind</translation>
    </message>
    <message>
        <source>%1 not placed</source>
        <translation>%1 nicht gesetzt</translation>
    </message>
    <message>
        <source>Place all</source>
        <translation>Alle setzen</translation>
    </message>
    <message>
        <source>Drag one into its lane, or choose it and then a place there. Enter places it.</source>
        <translation>Ziehe eine in ihre Spur, oder wähle sie und dann einen Platz dort. Enter setzt sie.</translation>
    </message>
    <message>
        <source>%1: now choose a place on rank %2.</source>
        <translation>%1: Wähle nun einen Platz auf Rank %2.</translation>
    </message>
    <message>
        <source>drop it on rank %1</source>
        <translation>auf Rank %1 ablegen</translation>
    </message>
    <message>
        <source>stage %1 lives on rank %2, not here</source>
        <translation>Stufe %1 liegt auf Rank %2, nicht hier</translation>
    </message>
    <message>
        <source>%1: stays where it is</source>
        <translation>%1: bleibt, wo es ist</translation>
    </message>
    <message>
        <source>%1 ops</source>
        <translation>%1 Ops</translation>
    </message>
    <message>
        <source>peak memory rank %1</source>
        <translation>Spitzenspeicher Rank %1</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>Früher</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>Herausnehmen</translation>
    </message>
    <message>
        <source>Split into B and W</source>
        <translation>In B und W teilen</translation>
    </message>
    <message>
        <source>Make B and W one</source>
        <translation>B und W verschmelzen</translation>
    </message>
    <message>
        <source>Pair with %1</source>
        <translation>Mit %1 paaren</translation>
    </message>
    <message>
        <source>Part the pair</source>
        <translation>Paar trennen</translation>
    </message>
    <message>
        <source>Move stage %1 to …</source>
        <translation>Stufe %1 verlegen auf …</translation>
    </message>
    <message>
        <source>Gap before it:</source>
        <translation>Lücke davor:</translation>
    </message>
    <message>
        <source>Fixes …</source>
        <translation>Abhilfen …</translation>
    </message>
    <message>
        <source>No single edit mends it.</source>
        <translation>Keine einzelne Änderung behebt das.</translation>
    </message>
    <message>
        <source>%1, share</source>
        <translation>%1, Anteil</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Span</source>
        <translation>Spanne</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Beschäftigt</translation>
    </message>
    <message>
        <source>Keys: W S A D or + and − zoom and pan, arrows choose a block, [ ] go to what decides its start and what it decides, comma and full stop go to bubbles, F fits it, 0 shows all, Space plays, Esc ends. With the mouse: drag, Ctrl+wheel, Shift+wheel, double-click.</source>
        <translation>Tasten: W S A D oder + und − vergrößern und verschieben, Pfeile wählen einen Block, [ ] gehen zu dem, was seinen Beginn bestimmt, und zu dem, was er bestimmt, Komma und Punkt gehen zu Blasen, F passt ihn ein, 0 zeigt alles, Leertaste spielt ab, Esc beendet. Mit der Maus: ziehen, Strg+Rad, Umschalt+Rad, Doppelklick.</translation>
    </message>
    <message>
        <source>Editing: drag blocks along their lane, to another lane or into the tray; on a touch screen hold one first. Ctrl+← and Ctrl+→ move a block by one place, Delete takes it out, Enter goes to the tray, Ctrl+K splits a BW, Ctrl+Shift+K makes B and W one, Ctrl+Z undoes, Ctrl+S saves a copy.</source>
        <translation>Bearbeiten: Ziehe Blöcke in ihrer Spur, auf eine andere oder in die Ablage; auf einem Touchscreen halte erst einen fest. Strg+← und Strg+→ verschieben einen Block um einen Platz, Entf nimmt ihn heraus, Enter geht zur Ablage, Strg+K teilt ein BW, Strg+Umschalt+K verschmilzt B und W, Strg+Z macht rückgängig, Strg+S speichert eine Kopie.</translation>
    </message>
    <message>
        <source>Cut in half</source>
        <translation>Halbieren</translation>
    </message>
    <message>
        <source>No file holds what was changed here; it would be lost.</source>
        <translation>Keine Datei enthält, was hier geändert wurde; es ginge verloren.</translation>
    </message>
    <message>
        <source>Open all the same</source>
        <translation>Trotzdem öffnen</translation>
    </message>
    <message>
        <source>Were it synchronous</source>
        <translation>Wäre sie synchron</translation>
    </message>
    <message>
        <source>Were it post-validated</source>
        <translation>Wäre sie nachgeprüft</translation>
    </message>
    <message>
        <source>Rank %1 then holds %2.</source>
        <translation>Rank %1 hält dann %2.</translation>
    </message>
    <message>
        <source>Rank %1 then holds %2; with buffers for its messages, %3.</source>
        <translation>Rank %1 hält dann %2; mit Puffern für Nachrichten %3.</translation>
    </message>
</context>
<context>
    <name>picture</name>
    <message>
        <source>a picture ends in .%1, not in .%2</source>
        <translation>ein Bild endet auf .%1, nicht auf .%2</translation>
    </message>
    <message>
        <source>no font is installed; PDF and PNG need one, such as those of the package fonts-liberation, SVG and TikZ need none</source>
        <translation>keine Schrift ist installiert; PDF und PNG brauchen eine, etwa aus dem Paket fonts-liberation, SVG und TikZ brauchen keine</translation>
    </message>
    <message>
        <source>the picture can&apos;t be written: %1</source>
        <translation>das Bild lässt sich nicht schreiben: %1</translation>
    </message>
    <message>
        <source>the picture would be %1 × %2 pixels large, and %3 are the most each way; take fewer dots per inch</source>
        <translation>das Bild wäre %1 × %2 Pixel groß, und mehr als %3 je Seite gehen nicht; weniger Punkte je Zoll helfen</translation>
    </message>
    <message>
        <source>this build writes SVG and TikZ only: it was made without Pango, for Debian the package libpango1.0-dev</source>
        <translation>dieses Programm schreibt nur SVG und TikZ: Es wurde ohne Pango gebaut, in Debian das Paket libpango1.0-dev</translation>
    </message>
    <message>
        <source>page %1 of %2</source>
        <translation>Seite %1 von %2</translation>
    </message>
    <message>
        <source>The numbers have no room.</source>
        <translation>Die Kennzahlen haben keinen Platz.</translation>
    </message>
    <message>
        <source>The legend has no room.</source>
        <translation>Die Legende hat keinen Platz.</translation>
    </message>
    <message>
        <source>The names of ranks have no room.</source>
        <translation>Die Namen der Ranks haben keinen Platz.</translation>
    </message>
    <message>
        <source>The numbers on blocks have no room.</source>
        <translation>Die Zahlen auf Blöcken haben keinen Platz.</translation>
    </message>
    <message>
        <source>The memory has no room.</source>
        <translation>Der Speicher hat keinen Platz.</translation>
    </message>
    <message>
        <source>The title has no room.</source>
        <translation>Der Titel hat keinen Platz.</translation>
    </message>
    <message>
        <source>The ruler has no room.</source>
        <translation>Das Lineal hat keinen Platz.</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>There is no rank %1.</source>
        <translation>Es gibt keinen Rank %1.</translation>
    </message>
    <message>
        <source>An order that does not reach its end has one iteration.</source>
        <translation>Eine Reihenfolge, die nicht bis zum Ende kommt, hat eine Iteration.</translation>
    </message>
    <message>
        <source>Lanes are %1 points high; %2 is the least that is read. A larger height or fewer ranks help.</source>
        <translation>Spuren sind %1 Punkt hoch; %2 sind das Mindeste, das sich lesen lässt. Mehr Höhe oder weniger Ranks helfen.</translation>
    </message>
    <message>
        <source>Schedules in seconds and schedules without a unit have no axis in common.</source>
        <translation>Ablaufpläne in Sekunden und Ablaufpläne ohne Einheit haben keine gemeinsame Achse.</translation>
    </message>
    <message>
        <source>a colour for each microbatch</source>
        <translation>eine Farbe je Microbatch</translation>
    </message>
    <message>
        <source>shades: chunks %1 to %2</source>
        <translation>Abstufungen: Chunks %1 bis %2</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>Leerlauf</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>optimizer step</source>
        <translation>Schritt des Optimierers</translation>
    </message>
    <message>
        <source>synchronous iterations</source>
        <translation>synchrone Iterationen</translation>
    </message>
    <message>
        <source>post-validated iterations</source>
        <translation>nachgeprüfte Iterationen</translation>
    </message>
    <message>
        <source>never starts: the order stalls at %1</source>
        <translation>beginnt nie: die Reihenfolge bleibt bei %1 stehen</translation>
    </message>
    <message>
        <source>memory, activations</source>
        <translation>Speicher, Aktivierungen</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>Grenze %1</translation>
    </message>
    <message>
        <source>auto or a number from %1 to %2</source>
        <translation>auto oder eine Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>eine Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>all, none or some of %1, or changes such as +memory,-title</source>
        <translation>all, none oder einige von %1, oder Änderungen wie +memory,-title</translation>
    </message>
    <message>
        <source>all or FROM:TO in the file&apos;s unit of time, such as 10:42.5</source>
        <translation>all oder VON:BIS in der Zeiteinheit der Datei, wie 10:42.5</translation>
    </message>
    <message>
        <source>all or a list of ranks, each once, such as 0-3,7</source>
        <translation>all oder eine Liste von Ranks, jeder einmal, wie 0-3,7</translation>
    </message>
    <message>
        <source>none, all or a list of microbatches, each once, such as 0-3,7</source>
        <translation>none, all oder eine Liste von Microbatches, jeder einmal, wie 0-3,7</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>eines von %1</translation>
    </message>
    <message>
        <source>a figure has no choice %1; it has %2</source>
        <translation>ein Bild hat keine Wahl %1; es hat %2</translation>
    </message>
    <message>
        <source>%1 takes %2, not %3</source>
        <translation>%1 nimmt %2, nicht %3</translation>
    </message>
    <message>
        <source>there is no style %1: neither a file %2 nor one of %3</source>
        <translation>es gibt keinen Stil %1: weder eine Datei %2 noch einen von %3</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>measured in another order, step %1</source>
        <translation>in anderer Reihenfolge gemessen, Schritt %1</translation>
    </message>
    <message>
        <source>measured, paced, step %1</source>
        <translation>gemessen, getaktet, Schritt %1</translation>
    </message>
    <message>
        <source>measured, step %1</source>
        <translation>gemessen, Schritt %1</translation>
    </message>
    <message>
        <source>shades: directions</source>
        <translation>Abstufungen: Richtungen</translation>
    </message>
    <message>
        <source>%1 lanes have no room in a height of %2 points.</source>
        <translation>%1 Spuren haben in einer Höhe von %2 Punkten keinen Platz.</translation>
    </message>
    <message>
        <source>A schedule without an order has no blocks.</source>
        <translation>Ein Plan ohne Reihenfolge hat keine Blöcke.</translation>
    </message>
    <message>
        <source>A measured step has neither memory nor further iterations.</source>
        <translation>Ein gemessener Schritt hat weder Speicher noch weitere Iterationen.</translation>
    </message>
    <message>
        <source>The palette is one of kinds; chunks and microbatches have colours of their own.</source>
        <translation>Die Palette gilt für Arten; Chunks und Microbatches haben eigene Farben.</translation>
    </message>
    <message>
        <source>The figure is %1 points high; readers of PDF take %2. Lower lanes or fewer ranks help.</source>
        <translation>Das Bild ist %1 Punkte hoch; PDF-Leser nehmen %2. Niedrigere Spuren oder weniger Ranks helfen.</translation>
    </message>
    <message>
        <source>limits %1 to %2</source>
        <translation>Grenzen %1 bis %2</translation>
    </message>
    <message>
        <source>There is no microbatch %1.</source>
        <translation>Es gibt keinen Microbatch %1.</translation>
    </message>
    <message>
        <source>The arrows would be up to %1; a figure holds %2 at most. Name fewer microbatches.</source>
        <translation>Es wären bis zu %1 Pfeile; ein Bild fasst höchstens %2. Weniger Microbatches helfen.</translation>
    </message>
    <message>
        <source>The stretch of time is not one of the figure, which goes from 0 to %1.</source>
        <translation>Dieser Zeitraum liegt nicht im Bild, das von 0 bis %1 reicht.</translation>
    </message>
    <message>
        <source>So many iterations are %1 blocks; a figure holds %2 at most.</source>
        <translation>So viele Iterationen sind %1 Blöcke; ein Bild fasst höchstens %2.</translation>
    </message>
    <message>
        <source>column, page, slide or a length from %1cm to %2cm, in cm, mm, in, pt or px</source>
        <translation>column, page, slide oder eine Länge von %1cm bis %2cm, in cm, mm, in, pt oder px</translation>
    </message>
    <message>
        <source>auto or a length from %1cm to %2cm, in cm, mm, in, pt or px</source>
        <translation>auto oder eine Länge von %1cm bis %2cm, in cm, mm, in, pt oder px</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>eine ganze Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>%1 of %2 blocks have no room for their numbers.</source>
        <translation>%1 von %2 Blöcken haben für ihre Zahl keinen Platz.</translation>
    </message>
    <message>
        <source>values that are sent</source>
        <translation>Werte, die gesendet werden</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>place</name>
    <message numerus="yes">
        <source>ranks %1 on GPU %2 of %3 (%4)</source>
        <comment>rank %1 on GPU %2 of %3 (%4)</comment>
        <translation>
            <numerusform>Rank %1 auf GPU %2 von %3 (%4)</numerusform>
            <numerusform>Ranks %1 auf GPU %2 von %3 (%4)</numerusform>
        </translation>
    </message>
    <message>
        <source>line %1, column %2</source>
        <translation>Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <source>row %1, column %2</source>
        <translation>Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>order row %1</source>
        <translation>Zeile %1 der Reihenfolge</translation>
    </message>
    <message>
        <source>rank %1, position %2</source>
        <translation>Rank %1, Position %2</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>character %1</source>
        <translation>Zeichen %1</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>line %1, block %2</source>
        <translation>Zeile %1, Block %2</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
</context>
<context>
    <name>planner</name>
    <message>
        <source>no way leads from device %1 to device %2</source>
        <translation>von Gerät %1 führt kein Weg zu Gerät %2</translation>
    </message>
    <message>
        <source>a pattern holds no other pattern</source>
        <translation>ein Muster enthält kein anderes Muster</translation>
    </message>
    <message>
        <source>a ( is not closed</source>
        <translation>eine ( ist nicht geschlossen</translation>
    </message>
    <message>
        <source>a ) closes nothing</source>
        <translation>eine ) schließt nichts</translation>
    </message>
    <message>
        <source>a layout has at most %1 letters</source>
        <translation>ein Layout hat höchstens %1 Buchstaben</translation>
    </message>
    <message>
        <source>a layout says how whole blocks of a GPT are cut</source>
        <translation>ein Layout sagt, wie ganze Blöcke eines GPT geschnitten werden</translation>
    </message>
    <message>
        <source>a layout puts stage i on rank i mod %1, so it can&apos;t say a V</source>
        <translation>ein Layout legt Stufe i auf Rank i mod %1, kann also kein V ausdrücken</translation>
    </message>
    <message>
        <source>a stage of a layout is on one device</source>
        <translation>eine Stufe eines Layouts liegt auf einem Gerät</translation>
    </message>
    <message>
        <source>a V has an even number of stages, 4 or more, and the layout has %1</source>
        <translation>ein V hat eine gerade Zahl von Stufen, mindestens 4, und das Layout hat %1</translation>
    </message>
    <message>
        <source>the layout has %1 stages for %2 devices</source>
        <translation>das Layout hat %1 Stufen für %2 Geräte</translation>
    </message>
    <message>
        <source>stage %1 of the layout is empty</source>
        <translation>Stufe %1 des Layouts ist leer</translation>
    </message>
    <message>
        <source>the model is %1, but the layout&apos;s pieces are %2</source>
        <translation>das Modell ist %1, aber die Stücke des Layouts sind %2</translation>
    </message>
    <message>
        <source>a GPT is given in operations, so the kind %1 needs its %2</source>
        <translation>ein GPT ist in Rechenoperationen angegeben, also braucht die Art %1 ihr %2</translation>
    </message>
    <message>
        <source>layer %1 (%2) needs %3, but no device holds more than %4</source>
        <translation>Schicht %1 (%2) braucht %3, aber kein Gerät fasst mehr als %4</translation>
    </message>
    <message>
        <source>stage %1 was on %2, which is not there</source>
        <translation>Stufe %1 war auf %2, das es nicht gibt</translation>
    </message>
    <message>
        <source>stopped before there was any plan</source>
        <translation>angehalten, bevor es einen Plan gab</translation>
    </message>
    <message>
        <source>the model does not fit: whichever way its %1 layers are cut over the %2 devices, one of them has too little memory</source>
        <translation>das Modell passt nicht: Wie man seine %1 Schichten auch auf die %2 Geräte schneidet, eines davon hat zu wenig Speicher</translation>
    </message>
    <message>
        <source>rates are fitted to a profile of a GPT, and this schedule names no %1</source>
        <translation>Raten werden an ein Profil eines GPT angepasst, und dieser Ablaufplan nennt kein %1</translation>
    </message>
    <message>
        <source>the schedule&apos;s stages are not those of its model</source>
        <translation>die Stufen des Ablaufplans sind nicht die seines Modells</translation>
    </message>
    <message>
        <source>F, B or W took no time here: profile it with B and W apart</source>
        <translation>F, B oder W brauchte hier keine Zeit: mit getrennten B und W messen</translation>
    </message>
    <message>
        <source>TorchTitan&apos;s stages are on one device each</source>
        <translation>TorchTitans Stufen liegen auf je einem Gerät</translation>
    </message>
    <message>
        <source>a question is slow=DEVICE:FACTOR, link=A:B:FACTOR, lost=DEVICE, microbatches=NUMBER, context=TOKENS, batch=SAMPLES or recompute=never, always or choose</source>
        <translation>eine Frage ist slow=GERÄT:FAKTOR, link=A:B:FAKTOR, lost=GERÄT, microbatches=ZAHL, context=TOKEN, batch=BEISPIELE oder recompute=never, always oder choose</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no factor above 0</source>
        <translation>„%1“ ist kein Faktor über 0</translation>
    </message>
    <message>
        <source>there is no device, host or switch &apos;%1&apos; in the cluster</source>
        <translation>im Cluster gibt es kein Gerät, keinen Host und keinen Switch „%1“</translation>
    </message>
    <message>
        <source>there is no link between &apos;%1&apos; and &apos;%2&apos;</source>
        <translation>zwischen „%1“ und „%2“ gibt es keine Verbindung</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is the only device</source>
        <translation>„%1“ ist das einzige Gerät</translation>
    </message>
    <message>
        <source>a model of measured times has no other context or batch: only of a GPT the costs are known</source>
        <translation>ein Modell gemessener Zeiten hat keinen anderen Kontext oder Batch: Nur von einem GPT sind die Kosten bekannt</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no number from 1 to %2</source>
        <translation>„%1“ ist keine Zahl von 1 bis %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no number of microbatches</source>
        <translation>„%1“ ist keine Zahl von Microbatches</translation>
    </message>
    <message>
        <source>stage %1 is on %2 devices and another on %3: the shares of a microbatch can&apos;t be dealt out evenly among them</source>
        <translation>Stufe %1 liegt auf %2 Geräten und eine andere auf %3: Die Anteile eines Microbatches lassen sich nicht gleichmäßig auf sie verteilen</translation>
    </message>
    <message>
        <source>%1 replicas with %2 microbatches are more than a file holds</source>
        <translation>%1 Repliken mit %2 Microbatches sind mehr, als eine Datei fasst</translation>
    </message>
    <message>
        <source>no plan that fits was found in the time allowed; allow more</source>
        <translation>in der erlaubten Zeit wurde kein Plan gefunden, der passt; mehr Zeit erlauben</translation>
    </message>
    <message>
        <source>one of the times of such a plan is more than 10^15 ns (11.5 days), which is more than can be counted</source>
        <translation>eine der Zeiten eines solchen Plans ist länger als 10^15 ns (11,5 Tage), mehr als zu zählen ist</translation>
    </message>
    <message>
        <source>a stage does not fit into the memory of its device</source>
        <translation>eine Stufe passt nicht in den Speicher ihres Geräts</translation>
    </message>
    <message>
        <source>there is nothing in this ( )</source>
        <translation>in dieser ( ) steht nichts</translation>
    </message>
    <message>
        <source>after a ) there must be * and a number</source>
        <translation>hinter einer ) müssen * und eine Zahl stehen</translation>
    </message>
    <message>
        <source>a layout is made of E, t, m, L, |, ( ), commas and *number</source>
        <translation>ein Layout besteht aus E, t, m, L, |, ( ), Kommas und *Zahl</translation>
    </message>
    <message>
        <source>after * there must be a number</source>
        <translation>hinter * muss eine Zahl stehen</translation>
    </message>
    <message>
        <source>Megatron has all of MTP in one stage</source>
        <translation>Megatron hat alle MTP in einer Stufe</translation>
    </message>
    <message>
        <source>Megatron has MTP in the last stage of its rank, not in stage %1</source>
        <translation>Megatron hat MTP in der letzten Stufe ihres Ranks, nicht in Stufe %1</translation>
    </message>
    <message>
        <source>the layout has %1 stages, which %2 ranks can&apos;t share evenly</source>
        <translation>das Layout hat %1 Stufen, die %2 Ranks nicht gleichmäßig teilen können</translation>
    </message>
    <message>
        <source>a layout begins with its only E</source>
        <translation>ein Layout beginnt mit seinem einzigen E</translation>
    </message>
    <message>
        <source>a layout ends with its only L</source>
        <translation>ein Layout endet mit seinem einzigen L</translation>
    </message>
    <message>
        <source>blocks stand in front of MTP</source>
        <translation>Blöcke stehen vor MTP</translation>
    </message>
    <message>
        <source>TorchTitan has no layers of multi-token prediction</source>
        <translation>TorchTitan hat keine Schichten, die mehrere Tokens vorhersagen</translation>
    </message>
    <message>
        <source>the layout has %1 stages, which %2 devices can&apos;t share evenly</source>
        <translation>das Layout hat %1 Stufen, die %2 Geräte nicht gleichmäßig teilen können</translation>
    </message>
    <message>
        <source>the layout&apos;s %1 stages can&apos;t be %2 on each device</source>
        <translation>die %1 Stufen des Layouts können nicht zu je %2 auf einem Gerät liegen</translation>
    </message>
    <message>
        <source>all %1 stages of the layout would be on one device</source>
        <translation>alle %1 Stufen des Layouts lägen auf einem Gerät</translation>
    </message>
    <message>
        <source>the layout&apos;s %1 stages are no loop on %2 devices, which has several on each</source>
        <translation>die %1 Stufen des Layouts sind keine Schleife auf %2 Geräten, die mehrere auf jedem hat</translation>
    </message>
    <message>
        <source>a V takes %3 layers and 2 devices at least, not %1 and %2</source>
        <translation>ein V braucht mindestens %3 Schichten und 2 Geräte, nicht %1 und %2</translation>
    </message>
    <message>
        <source>such a loop takes %3 layers and 2 devices at least, not %1 and %2</source>
        <translation>eine solche Schleife braucht mindestens %3 Schichten und 2 Geräte, nicht %1 und %2</translation>
    </message>
</context>
<context>
    <name>present</name>
    <message>
        <source>it holds no order yet</source>
        <translation>sie enthält noch keine Reihenfolge</translation>
    </message>
</context>
<context>
    <name>problem</name>
    <message>
        <source>%1 must be between %2 and %3, not %4</source>
        <translation>die Zahl (%1) muss zwischen %2 und %3 liegen, nicht bei %4</translation>
    </message>
    <message>
        <source>%1 must not be negative</source>
        <translation>%1 darf nicht negativ sein</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>microbatches</source>
        <translation>Microbatches</translation>
    </message>
    <message>
        <source>chunks</source>
        <translation>Chunks</translation>
    </message>
    <message>
        <source>chunks of all ranks</source>
        <translation>Chunks aller Ranks</translation>
    </message>
    <message>
        <source>parts of W</source>
        <translation>Teile von W</translation>
    </message>
    <message>
        <source>the time of F</source>
        <translation>die Zeit von F</translation>
    </message>
    <message>
        <source>the time of B</source>
        <translation>die Zeit von B</translation>
    </message>
    <message>
        <source>the time of W</source>
        <translation>die Zeit von W</translation>
    </message>
    <message>
        <source>the transfer time</source>
        <translation>die Transferzeit</translation>
    </message>
    <message>
        <source>the time of an overlapped pair</source>
        <translation>die Zeit eines überlappten Paares</translation>
    </message>
    <message>
        <source>the memory of F</source>
        <translation>der Speicher von F</translation>
    </message>
    <message>
        <source>the memory of R</source>
        <translation>der Speicher von R</translation>
    </message>
    <message>
        <source>the static memory</source>
        <translation>der feste Speicher</translation>
    </message>
    <message>
        <source>the memory limit</source>
        <translation>die Speichergrenze</translation>
    </message>
</context>
<context>
    <name>program</name>
    <message>
        <source>&quot;%1&quot; is no instruction; one is written like run F0.0 @0 +5, send a0.0 to 1 #0 @5 +2 or post a0.0 from 0 #0 slot 0 @0</source>
        <translation>„%1“ ist kein Befehl; man schreibt einen wie run F0.0 @0 +5, send a0.0 to 1 #0 @5 +2 oder post a0.0 from 0 #0 slot 0 @0</translation>
    </message>
    <message>
        <source>the plan has no order; generate one first</source>
        <translation>der Plan hat keine Reihenfolge; zuerst eine erzeugen</translation>
    </message>
    <message>
        <source>times can&apos;t be negative</source>
        <translation>Zeiten können nicht negativ sein</translation>
    </message>
    <message>
        <source>there is no slot %1 on rank %2</source>
        <translation>auf Rank %2 gibt es keinen Platz %1</translation>
    </message>
    <message>
        <source>an instruction is run, send or post</source>
        <translation>ein Befehl ist run, send oder post</translation>
    </message>
    <message>
        <source>the op is outside the schedule&apos;s shape</source>
        <translation>die Op liegt außerhalb der Form des Ablaufplans</translation>
    </message>
    <message>
        <source>the op belongs on rank %1</source>
        <translation>die Op gehört auf Rank %1</translation>
    </message>
    <message>
        <source>no such value travels in this schedule</source>
        <translation>in diesem Ablaufplan reist kein solcher Wert</translation>
    </message>
    <message>
        <source>rank %1 is no peer</source>
        <translation>Rank %1 ist keine Gegenstelle</translation>
    </message>
    <message>
        <source>a transfer&apos;s number can&apos;t be negative</source>
        <translation>die Nummer eines Transfers kann nicht negativ sein</translation>
    </message>
    <message>
        <source>rank %1, instruction %2 (%3)</source>
        <translation>Rank %1, Befehl %2 (%3)</translation>
    </message>
    <message>
        <source>there are %1 programs for %2 ranks</source>
        <translation>es gibt %1 Programme für %2 Ranks</translation>
    </message>
    <message>
        <source>program %1 says that it is of rank %2</source>
        <translation>Programm %1 sagt, es sei von Rank %2</translation>
    </message>
    <message>
        <source>rank %1: %2 receive slots make no sense for %3 instructions</source>
        <translation>Rank %1: %2 Empfangsplätze ergeben für %3 Befehle keinen Sinn</translation>
    </message>
    <message>
        <source>rank %1: %2 staged gradients make no sense for %3 instructions</source>
        <translation>Rank %1: %2 bereitgelegte Gradienten ergeben für %3 Befehle keinen Sinn</translation>
    </message>
    <message>
        <source>transfer %1 is also that of %2</source>
        <translation>Transfer %1 ist auch der von %2</translation>
    </message>
    <message>
        <source>its receive is posted before that of %1, which the link carries first</source>
        <translation>sein Empfang steht vor dem von %1, das die Verbindung zuerst befördert</translation>
    </message>
    <message>
        <source>rank %1 never sends it</source>
        <translation>Rank %1 sendet es nie</translation>
    </message>
    <message>
        <source>rank %1 never receives it</source>
        <translation>Rank %1 empfängt es nie</translation>
    </message>
    <message>
        <source>it does not fit %1</source>
        <translation>es passt nicht zu %1</translation>
    </message>
    <message>
        <source>the slot still holds %1</source>
        <translation>der Platz enthält noch %1</translation>
    </message>
    <message>
        <source>rank %1 has that value already</source>
        <translation>Rank %1 hat diesen Wert schon</translation>
    </message>
    <message>
        <source>rank %1 has not made that value yet</source>
        <translation>Rank %1 hat diesen Wert noch nicht gebildet</translation>
    </message>
    <message>
        <source>it has run before</source>
        <translation>es ist schon gelaufen</translation>
    </message>
    <message>
        <source>it needs %1, which is neither made nor received before</source>
        <translation>es braucht %1, was vorher weder gebildet noch empfangen wird</translation>
    </message>
    <message>
        <source>what %1 keeps</source>
        <translation>was %1 behält</translation>
    </message>
    <message>
        <source>no block needs it, so its slot is never free again</source>
        <translation>kein Block braucht es, also wird sein Platz nie wieder frei</translation>
    </message>
    <message>
        <source>waits for a receive that rank %1 posts only at instruction %2, but that rank can&apos;t get past %3</source>
        <translation>wartet auf einen Empfang, den Rank %1 erst bei Befehl %2 anmeldet, aber dieser Rank kommt nicht über %3 hinaus</translation>
    </message>
    <message>
        <source>waits for %1 that rank %2 sends only at instruction %3, but that rank can&apos;t get past %4</source>
        <translation>wartet auf %1, was Rank %2 erst bei Befehl %3 sendet, aber dieser Rank kommt nicht über %4 hinaus</translation>
    </message>
</context>
<context>
    <name>proof</name>
    <message>
        <source>by %1, not checked</source>
        <translation>durch %1, nicht geprüft</translation>
    </message>
    <message>
        <source>there is no rank %1</source>
        <translation>es gibt keinen Rank %1</translation>
    </message>
    <message>
        <source>rank %1 has no such stage</source>
        <translation>Rank %1 hat keine solche Stufe</translation>
    </message>
    <message>
        <source>where pairs have times of their own, this argument does not hold</source>
        <translation>wo Paare eigene Dauern haben, trägt dieses Argument nicht</translation>
    </message>
    <message>
        <source>it is no more than %1, and the file says %2</source>
        <translation>es sind nicht mehr als %1, und die Datei sagt %2</translation>
    </message>
    <message>
        <source>the times of the argument are %1 together, which is less</source>
        <translation>die Zeiten des Arguments sind zusammen %1, was weniger ist</translation>
    </message>
    <message>
        <source>there is none, or one that the file&apos;s own order disproves</source>
        <translation>es gibt keinen, oder einen, den die eigene Reihenfolge der Datei widerlegt</translation>
    </message>
</context>
<context>
    <name>python</name>
    <message>
        <source>jaxpp counts microbatches on the first stage, adds up losses on the last and gradients on each in the order of microbatches, and here %1 comes after %2</source>
        <translation>jaxpp zählt Microbatches auf der ersten Stufe und addiert Verluste auf der letzten und Gradienten auf jeder in der Reihenfolge der Microbatches, und hier kommt %1 nach %2</translation>
    </message>
    <message>
        <source>jaxpp computes the whole backward of stage 0 as one task, so each W of stage 0 stands at its B.</source>
        <translation>jaxpp rechnet das ganze Backward der Stufe 0 als eine Aufgabe, daher steht jedes W der Stufe 0 bei seinem B.</translation>
    </message>
    <message>
        <source>The file says an order: times, memory and gaps are left out.</source>
        <translation>Die Datei sagt eine Reihenfolge: Zeiten, Speicher und Abstände fallen weg.</translation>
    </message>
    <message>
        <source>Primus&apos;s simulator takes no op without a time, and %1 has none</source>
        <translation>Primus&apos; Simulator nimmt keine Op ohne Zeit, und %1 hat keine</translation>
    </message>
    <message>
        <source>The file says an order and what ops take on each stage: transfers, host times, memory, gaps and how microbatches or pairs differ are left out.</source>
        <translation>Die Datei sagt eine Reihenfolge und was Ops auf jeder Stufe dauern: Übertragungen, Zeiten des Hosts, Speicher, Abstände und wie Microbatches oder Paare sich unterscheiden fallen weg.</translation>
    </message>
    <message>
        <source>It is for Primus&apos;s simulator: its runtime takes none but its own schedules, by their names.</source>
        <translation>Sie ist für Primus&apos; Simulator: seine Laufzeit nimmt nur ihre eigenen Ablaufpläne, nach Namen.</translation>
    </message>
    <message>
        <source>there is no order to write</source>
        <translation>es gibt keine Reihenfolge zu schreiben</translation>
    </message>
    <message>
        <source>%1 has one direction of microbatches and one copy of each stage, this schedule has %2 of each</source>
        <translation>%1 hat eine Richtung von Microbatches und eine Kopie jeder Stufe, dieser Ablaufplan hat je %2</translation>
    </message>
    <message>
        <source>%1 has no op that computes a forward again; leave R out and let the model recompute</source>
        <translation>%1 hat keine Op, die ein Forward noch einmal rechnet; R weglassen und das Modell neu rechnen lassen</translation>
    </message>
    <message>
        <source>%1 has no parts of W; this schedule cuts W into %2, so fuse B and W first</source>
        <translation>%1 hat keine Teile von W; dieser Ablaufplan teilt W in %2, also zuerst B und W verschmelzen</translation>
    </message>
    <message>
        <source>%1 can&apos;t run it: %2</source>
        <translation>%1 kann ihn nicht ausführen: %2</translation>
    </message>
</context>
<context>
    <name>pytorch</name>
    <message>
        <source>the microbatches have a table of times, which says how long each B and W of stage 0 takes; it would have to be measured as PyTorch runs them</source>
        <translation>für die Microbatches gilt eine Tabelle von Zeiten, die sagt, wie lange jedes B und W von Stufe 0 dauert; sie müsste so gemessen werden, wie PyTorch sie ausführt</translation>
    </message>
</context>
<context>
    <name>reason</name>
    <message>
        <source>%1 starts at %2, first on rank %3, and needs nothing.</source>
        <translation>%1 beginnt bei %2, als Erstes auf Rank %3, und braucht nichts.</translation>
    </message>
    <message>
        <source>%1 starts at %2, as soon as rank %3 is done with %4.</source>
        <translation>%1 beginnt bei %2, sobald Rank %3 mit %4 fertig ist.</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>%1 starts at %2, when the output of %3 is there; rank %4 was idle for %5 before.</source>
        <translation>%1 beginnt bei %2, wenn das Ergebnis von %3 da ist; Rank %4 hatte zuvor %5 lang Leerlauf.</translation>
    </message>
    <message>
        <source>%1 starts at %2, when the output of %3 is there.</source>
        <translation>%1 beginnt bei %2, wenn das Ergebnis von %3 da ist.</translation>
    </message>
    <message>
        <source>%1 starts at %2, when the output of %3 arrives from rank %4; rank %5 was idle for %6 before.</source>
        <translation>%1 beginnt bei %2, wenn das Ergebnis von %3 von Rank %4 ankommt; Rank %5 hatte zuvor %6 lang Leerlauf.</translation>
    </message>
    <message>
        <source>%1 starts at %2, when the output of %3 arrives from rank %4.</source>
        <translation>%1 beginnt bei %2, wenn das Ergebnis von %3 von Rank %4 ankommt.</translation>
    </message>
    <message>
        <source>%1 starts at %2, held back by its gap of %3 after %4.</source>
        <translation>%1 beginnt bei %2, von seiner Lücke von %3 nach %4 zurückgehalten.</translation>
    </message>
    <message>
        <source>%1 starts at %2, held back by its gap of %3.</source>
        <translation>%1 beginnt bei %2, von seiner Lücke von %3 zurückgehalten.</translation>
    </message>
    <message>
        <source>The output of %1 arrives at the same time.</source>
        <translation>Das Ergebnis von %1 kommt zur selben Zeit.</translation>
    </message>
    <message>
        <source>What it needs has been there for %1.</source>
        <translation>Was es braucht, ist seit %1 da.</translation>
    </message>
    <message>
        <source>Microbatch %1 is long: %2 costs %3, %4 more than the mean on stage %5.</source>
        <translation>Microbatch %1 ist lang: %2 kostet %3, %4 mehr als das Mittel auf Stufe %5.</translation>
    </message>
    <message>
        <source>The pair takes %1, which is %2 less than its ops one after the other.</source>
        <translation>Das Paar dauert %1, das ist %2 weniger als seine Ops nacheinander.</translation>
    </message>
    <message>
        <source>The pair takes %1 and saves nothing: its ops one after the other take %2.</source>
        <translation>Das Paar dauert %1 und spart nichts: Nacheinander dauern seine Ops %2.</translation>
    </message>
    <message>
        <source>Of %1 on the network, %2 are hidden behind compute and %3 are exposed.</source>
        <translation>Von %1 im Netz sind %2 hinter Rechnung verborgen, %3 liegen offen.</translation>
    </message>
    <message>
        <source>It is on the network for %1 of its %2, all of it exposed: no other op computes beside it.</source>
        <translation>Sie ist %1 von ihren %2 im Netz, und alles liegt offen: Keine andere Op rechnet daneben.</translation>
    </message>
    <message>
        <source>With a backward as %1 the F would save %2.</source>
        <translation>Mit einem Rückwärtsschritt wie %1 sparte das F %2.</translation>
    </message>
</context>
<context>
    <name>recognition</name>
    <message>
        <source>one chunk per rank</source>
        <translation>ein Chunk je Rank</translation>
    </message>
    <message>
        <source>%1 chunks per rank in a loop</source>
        <translation>%1 Chunks je Rank in einer Schleife</translation>
    </message>
    <message>
        <source>2 chunks per rank in a V</source>
        <translation>2 Chunks je Rank in einem V</translation>
    </message>
    <message>
        <source>%1 chunks per rank in a zigzag</source>
        <translation>%1 Chunks je Rank im Zickzack</translation>
    </message>
    <message>
        <source>two directions</source>
        <translation>zwei Richtungen</translation>
    </message>
    <message>
        <source>a placement of its own</source>
        <translation>eine eigene Platzierung</translation>
    </message>
    <message>
        <source>B and W in one</source>
        <translation>B und W in einem</translation>
    </message>
    <message>
        <source>B and W in one at times</source>
        <translation>B und W teils in einem</translation>
    </message>
    <message>
        <source>B and W apart, each W behind its B</source>
        <translation>B und W getrennt, jedes W hinter seinem B</translation>
    </message>
    <message numerus="yes">
        <source>B and W apart, W up to %1 microbatches behind its B</source>
        <comment>B and W apart, W up to %1 microbatch behind its B</comment>
        <translation>
            <numerusform>B und W getrennt, W bis zu %1 Microbatch hinter seinem B</numerusform>
            <numerusform>B und W getrennt, W bis zu %1 Microbatches hinter seinem B</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 overlapped pairs</source>
        <comment>%1 overlapped pair</comment>
        <translation>
            <numerusform>%1 überlapptes Paar</numerusform>
            <numerusform>%1 überlappte Paare</numerusform>
        </translation>
    </message>
    <message>
        <source>at most %1 in flight</source>
        <translation>höchstens %1 unterwegs</translation>
    </message>
    <message>
        <source>%1, groups of %2</source>
        <translation>%1, Gruppen zu %2</translation>
    </message>
    <message>
        <source>%1-like</source>
        <translation>ähnlich wie %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 blocks moved</source>
        <comment>%1 block moved</comment>
        <translation>
            <numerusform>%1 Block verschoben</numerusform>
            <numerusform>%1 Blöcke verschoben</numerusform>
        </translation>
    </message>
    <message>
        <source>a gap before %1 on rank %2</source>
        <translation>eine Lücke vor %1 auf Rank %2</translation>
    </message>
    <message>
        <source>first on rank %1: %2 is missing</source>
        <translation>zuerst auf Rank %1: %2 fehlt</translation>
    </message>
    <message>
        <source>first on rank %1: %2 is one too many</source>
        <translation>zuerst auf Rank %1: %2 ist zu viel</translation>
    </message>
    <message>
        <source>first on rank %1: %2 in the place of %3</source>
        <translation>zuerst auf Rank %1: %2 an der Stelle von %3</translation>
    </message>
    <message>
        <source>%1 without its pairs</source>
        <translation>%1 ohne seine Paare</translation>
    </message>
    <message>
        <source>%1 without some of its pairs</source>
        <translation>%1 ohne einige seiner Paare</translation>
    </message>
    <message>
        <source>%1 with overlapped pairs</source>
        <translation>%1 mit überlappten Paaren</translation>
    </message>
    <message>
        <source>%1 and with B and W apart</source>
        <translation>%1 und mit getrenntem B und W</translation>
    </message>
    <message>
        <source>%1 with B and W apart</source>
        <translation>%1 mit getrenntem B und W</translation>
    </message>
    <message>
        <source>%1 and with B and W in one</source>
        <translation>%1 und mit B und W in einem</translation>
    </message>
    <message>
        <source>%1 with B and W in one</source>
        <translation>%1 mit B und W in einem</translation>
    </message>
    <message>
        <source>%1 with B and W in one, which is eager 1F1B</source>
        <translation>%1 mit B und W in einem, also eifriges 1F1B</translation>
    </message>
    <message>
        <source>%1 with W placed otherwise</source>
        <translation>%1 mit anders gesetztem W</translation>
    </message>
    <message numerus="yes">
        <source>%1 with W delayed, by up to %2 microbatches</source>
        <comment>%1 with W delayed, by up to %2 microbatch</comment>
        <translation>
            <numerusform>%1 mit verzögertem W, um bis zu %2 Microbatch</numerusform>
            <numerusform>%1 mit verzögertem W, um bis zu %2 Microbatches</numerusform>
        </translation>
    </message>
    <message>
        <source>Not a known schedule, and not a complete one</source>
        <translation>Kein bekannter Ablaufplan, und kein vollständiger</translation>
    </message>
    <message>
        <source>1F1B-like, with a warm-up of its own</source>
        <translation>Ähnlich wie 1F1B, mit eigenem Anlauf</translation>
    </message>
    <message>
        <source>%1 forwards first; %2</source>
        <translation>zuerst %1 Vorwärtsschritte; %2</translation>
    </message>
    <message>
        <source>A zero-bubble schedule of its own</source>
        <translation>Ein eigener Zero-Bubble-Ablaufplan</translation>
    </message>
    <message>
        <source>Not a known schedule</source>
        <translation>Kein bekannter Ablaufplan</translation>
    </message>
    <message>
        <source>A problem without an order</source>
        <translation>Ein Problem ohne Reihenfolge</translation>
    </message>
    <message>
        <source>its ops do not fit its shape</source>
        <translation>Seine Ops passen nicht zu seiner Form</translation>
    </message>
    <message>
        <source>no op is in its order yet</source>
        <translation>Noch ist keine Op in seiner Reihenfolge</translation>
    </message>
    <message>
        <source>%1 equal replicas. %2</source>
        <translation>%1 gleiche Repliken. %2</translation>
    </message>
    <message>
        <source>%1 replicas of %2</source>
        <translation>%1 Repliken von %2</translation>
    </message>
    <message>
        <source>%1 replicas in %2 different orders</source>
        <translation>%1 Repliken in %2 verschiedenen Reihenfolgen</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>%1 replicas that differ. %2</source>
        <translation>%1 verschiedene Repliken. %2</translation>
    </message>
    <message>
        <source>microbatches in the order %1</source>
        <translation>Microbatches in der Reihenfolge %1</translation>
    </message>
    <message>
        <source>microbatches in an order of their own</source>
        <translation>Microbatches in einer eigenen Reihenfolge</translation>
    </message>
    <message numerus="yes">
        <source>%1 blocks missing</source>
        <comment>%1 block missing</comment>
        <translation>
            <numerusform>%1 Block fehlt</numerusform>
            <numerusform>%1 Blöcke fehlen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %1 blocks moved</source>
        <comment>at least %1 block moved</comment>
        <translation>
            <numerusform>mindestens %1 Block verschoben</numerusform>
            <numerusform>mindestens %1 Blöcke verschoben</numerusform>
        </translation>
    </message>
    <message>
        <source>microbatches in an order of their own, first %1 before %2</source>
        <translation>Microbatches in einer eigenen Reihenfolge, zuerst %1 vor %2</translation>
    </message>
</context>
<context>
    <name>refusal</name>
    <message>
        <source>the start can&apos;t be made: %1</source>
        <translation>der Anfang lässt sich nicht herstellen: %1</translation>
    </message>
    <message>
        <source>Select a block first.</source>
        <translation>Zuerst einen Block auswählen.</translation>
    </message>
    <message>
        <source>Select an F and a B or BW of one rank: these two become a pair.</source>
        <translation>Ein F und ein B oder BW eines Ranks auswählen: Diese beiden werden ein Paar.</translation>
    </message>
    <message>
        <source>rank %1 can&apos;t run %2: with one microbatch it holds %3, %4 of it at all times, and its device has %5</source>
        <translation>Rank %1 kann %2 nicht ausführen: Mit einem Microbatch hält er %3, davon %4 zu jeder Zeit, und sein Gerät hat %5</translation>
    </message>
    <message>
        <source>%1 needs a device with at least %2 on rank %3: from %4 on it would hold more than the %5 of its device</source>
        <translation>%1 braucht auf Rank %3 ein Gerät mit mindestens %2: Ab %4 hielte er mehr als die %5 seines Geräts</translation>
    </message>
    <message>
        <source>rank %1 can&apos;t run %2: one microbatch takes %3 there, and its memory limit is %4; the least limit that would do is %3</source>
        <translation>Rank %1 kann %2 nicht ausführen: Ein Microbatch braucht dort %3, und seine Speichergrenze ist %4; die kleinste Grenze, die reicht, ist %3</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not understood: write B3, B2.5, F*, s2, r1, mb:7, dur&gt;2ms, wait&gt;0, slip&gt;1ms or slack=0</source>
        <translation>„%1“ ist unverständlich: B3, B2.5, F*, s2, r1, mb:7, dur&gt;2ms, wait&gt;0, slip&gt;1ms oder slack=0 schreiben</translation>
    </message>
    <message>
        <source>nothing to look for</source>
        <translation>nichts zu suchen</translation>
    </message>
    <message numerus="yes">
        <source>there is no rank %1 in this order, which has %2 rows</source>
        <comment>there is no rank %1 in this order, which has %2 row</comment>
        <translation>
            <numerusform>diese Reihenfolge hat keinen Rank %1, sie hat %2 Zeile</numerusform>
            <numerusform>diese Reihenfolge hat keinen Rank %1, sie hat %2 Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>there is no position %1 on rank %2, which has %3 blocks</source>
        <comment>there is no position %1 on rank %2, which has %3 block</comment>
        <translation>
            <numerusform>auf Rank %2 gibt es keine Position %1, er hat %3 Block</numerusform>
            <numerusform>auf Rank %2 gibt es keine Position %1, er hat %3 Blöcke</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is not an op of this schedule, which has %2 stages and %3 microbatches</source>
        <translation>%1 ist keine Op dieses Ablaufplans, er hat %2 Stufen und %3 Microbatches</translation>
    </message>
    <message>
        <source>a block is nudged by -1 or +1, not by %1</source>
        <translation>ein Block wird um -1 oder +1 verschoben, nicht um %1</translation>
    </message>
    <message>
        <source>%1 is the first block of rank %2 already</source>
        <translation>%1 ist schon der erste Block von Rank %2</translation>
    </message>
    <message>
        <source>%1 is the last block of rank %2 already</source>
        <translation>%1 ist schon der letzte Block von Rank %2</translation>
    </message>
    <message>
        <source>a gap must not be negative</source>
        <translation>eine Lücke darf nicht negativ sein</translation>
    </message>
    <message>
        <source>%1 is not in the order</source>
        <translation>%1 ist nicht in der Reihenfolge</translation>
    </message>
    <message>
        <source>%1 is in the order already</source>
        <translation>%1 ist schon in der Reihenfolge</translation>
    </message>
    <message>
        <source>a W has at least one part, not %1</source>
        <translation>ein W hat mindestens einen Teil, nicht %1</translation>
    </message>
    <message>
        <source>%1 holds no BW that could be split</source>
        <translation>%1 enthält kein BW, das zu trennen wäre</translation>
    </message>
    <message>
        <source>%1 holds no B that could be fused</source>
        <translation>%1 enthält kein B, das zu verschmelzen wäre</translation>
    </message>
    <message>
        <source>%1 can&apos;t be fused: its W is not in the order</source>
        <translation>%1 kann nicht verschmolzen werden: Sein W ist nicht in der Reihenfolge</translation>
    </message>
    <message>
        <source>a number has to stand here</source>
        <translation>hier muss eine Zahl stehen</translation>
    </message>
    <message>
        <source>B and W free memory: write 0 or a negative number</source>
        <translation>B und W geben Speicher frei: 0 oder eine negative Zahl schreiben</translation>
    </message>
    <message>
        <source>a duration is 0 or more</source>
        <translation>eine Dauer ist mindestens 0</translation>
    </message>
    <message>
        <source>what is allocated is 0 or more</source>
        <translation>was belegt wird, ist mindestens 0</translation>
    </message>
    <message>
        <source>a duration is at most 10^15 ns (11.5 days)</source>
        <translation>eine Dauer ist höchstens 10^15 ns (11,5 Tage)</translation>
    </message>
    <message>
        <source>an amount of memory is at most 2^53 bytes (8 PiB)</source>
        <translation>eine Speichermenge ist höchstens 2^53 Bytes (8 PiB)</translation>
    </message>
    <message>
        <source>Stage %1 allocates %2 for a microbatch, so no more can be freed</source>
        <translation>Stufe %1 belegt %2 für einen Microbatch, mehr kann nicht freigegeben werden</translation>
    </message>
    <message>
        <source>Stage %1 recomputes nothing, so R allocates nothing: give R a duration first</source>
        <translation>Stufe %1 berechnet nichts neu, also belegt R nichts: R zuerst eine Dauer geben</translation>
    </message>
    <message>
        <source>there is no rank %1</source>
        <translation>es gibt keinen Rank %1</translation>
    </message>
    <message>
        <source>a limit is between 0 and 2^53 bytes (8 PiB)</source>
        <translation>eine Grenze liegt zwischen 0 und 2^53 Bytes (8 PiB)</translation>
    </message>
    <message>
        <source>scale by 0 to %1 per cent</source>
        <translation>mit 0 bis %1 Prozent skalieren</translation>
    </message>
    <message>
        <source>a transfer takes 0 to 10^15 ns (11.5 days)</source>
        <translation>ein Transfer dauert 0 bis 10^15 ns (11,5 Tage)</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no number that can stand here: %2</source>
        <translation>„%1“ ist keine Zahl, die hier stehen kann: %2</translation>
    </message>
    <message>
        <source>only a schedule that runs two ways can be cut in half: %1</source>
        <translation>nur ein Ablaufplan in zwei Richtungen lässt sich halbieren: %1</translation>
    </message>
    <message numerus="yes">
        <source>this one has %1 directions</source>
        <comment>this one has %1 direction</comment>
        <translation>
            <numerusform>dieser hat %1 Richtung</numerusform>
            <numerusform>dieser hat %1 Richtungen</numerusform>
        </translation>
    </message>
    <message>
        <source>its second direction is not the first one backwards</source>
        <translation>seine zweite Richtung ist nicht die erste rückwärts</translation>
    </message>
    <message>
        <source>its directions do not pass each rank once</source>
        <translation>seine Richtungen durchlaufen nicht jeden Rank einmal</translation>
    </message>
    <message>
        <source>%1 ranks have no two halves</source>
        <translation>%1 Ranks haben keine zwei Hälften</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>the directions are not mirror images: at position %1 rank %2 has %3, which does not mirror %4 on rank %5</source>
        <translation>die Richtungen sind keine Spiegelbilder: An Position %1 hat Rank %2 %3, was %4 auf Rank %5 nicht spiegelt</translation>
    </message>
    <message>
        <source>there is no order to cut in half; generate one first</source>
        <translation>es gibt keine Reihenfolge zu halbieren; zuerst eine erzeugen</translation>
    </message>
    <message>
        <source>the order holds ops that do not exist</source>
        <translation>die Reihenfolge enthält Ops, die es nicht gibt</translation>
    </message>
    <message>
        <source>the half would not be valid: %1</source>
        <translation>die Hälfte wäre nicht gültig: %1</translation>
    </message>
    <message>
        <source>there is no stage %1 in direction %2</source>
        <translation>in Richtung %2 gibt es keine Stufe %1</translation>
    </message>
    <message>
        <source>there is no rank %1; the plan has %2</source>
        <translation>es gibt keinen Rank %1; der Plan hat %2</translation>
    </message>
    <message>
        <source>%1 is not an op of this schedule</source>
        <translation>%1 ist keine Op dieses Ablaufplans</translation>
    </message>
    <message>
        <source>what was copied is no order</source>
        <translation>was kopiert wurde, ist keine Reihenfolge</translation>
    </message>
    <message>
        <source>what was copied is of a schedule of another shape: %1</source>
        <translation>was kopiert wurde, stammt aus einem Ablaufplan anderer Form: %1</translation>
    </message>
    <message>
        <source>what was copied names an op twice</source>
        <translation>was kopiert wurde, nennt eine Op zweimal</translation>
    </message>
    <message>
        <source>there is no block at position %1 of rank %2</source>
        <translation>an Position %1 von Rank %2 ist kein Block</translation>
    </message>
    <message>
        <source>%1 and %2 run on different ranks and can&apos;t be one block</source>
        <translation>%1 und %2 laufen auf verschiedenen Ranks und können kein Block sein</translation>
    </message>
    <message>
        <source>%1 and %2 can&apos;t be paired: a pair is made of two single blocks</source>
        <translation>%1 und %2 lassen sich nicht paaren: Ein Paar entsteht aus zwei einzelnen Blöcken</translation>
    </message>
    <message>
        <source>%1 and %2 can&apos;t be paired: a pair is an F with a B or BW of another microbatch</source>
        <translation>%1 und %2 lassen sich nicht paaren: Ein Paar ist ein F mit einem B oder BW eines anderen Microbatches</translation>
    </message>
    <message>
        <source>%1 is no pair</source>
        <translation>%1 ist kein Paar</translation>
    </message>
    <message>
        <source>there is no block to repeat</source>
        <translation>kein Block ist zu wiederholen</translation>
    </message>
    <message>
        <source>there is no microbatch %1 to repeat %2 for</source>
        <translation>es gibt keinen Microbatch %1, für den %2 zu wiederholen wäre</translation>
    </message>
    <message>
        <source>%1 runs in the other direction than %2</source>
        <translation>%1 läuft in der anderen Richtung als %2</translation>
    </message>
    <message>
        <source>no earlier place of the selected blocks changes the makespan</source>
        <translation>kein früherer Platz der ausgewählten Blöcke ändert die Gesamtdauer</translation>
    </message>
    <message>
        <source>no later place of the selected blocks changes the makespan</source>
        <translation>kein späterer Platz der ausgewählten Blöcke ändert die Gesamtdauer</translation>
    </message>
    <message>
        <source>no place earlier than the present one of %1 changes the makespan</source>
        <translation>kein früherer Platz als der jetzige von %1 ändert die Gesamtdauer</translation>
    </message>
    <message>
        <source>no place later than the present one of %1 changes the makespan</source>
        <translation>kein späterer Platz als der jetzige von %1 ändert die Gesamtdauer</translation>
    </message>
    <message>
        <source>placing was stopped</source>
        <translation>das Setzen wurde angehalten</translation>
    </message>
    <message>
        <source>there is no BW among the blocks that could be split</source>
        <translation>unter den Blöcken ist kein BW, das zu trennen wäre</translation>
    </message>
    <message>
        <source>each W is in %1 parts already; these can be cut into a multiple, not into %2</source>
        <translation>jedes W hat schon %1 Teile; sie lassen sich in ein Vielfaches teilen, nicht in %2</translation>
    </message>
    <message>
        <source>%1 has %2 before it and %3 behind it in its row, so that it can&apos;t move by %4</source>
        <translation>%1 hat in seiner Reihe %2 vor sich und %3 hinter sich, um %4 geht es also nicht</translation>
    </message>
    <message>
        <source>there is no B among the blocks whose W is in the order, too</source>
        <translation>unter den Blöcken ist kein B, dessen W auch in der Reihenfolge ist</translation>
    </message>
    <message>
        <source>the schedule has no overlapped pairs to untie</source>
        <translation>der Ablaufplan hat keine überlappten Paare aufzulösen</translation>
    </message>
    <message>
        <source>only a valid schedule can be untied: %1</source>
        <translation>nur ein gültiger Ablaufplan lässt sich auflösen: %1</translation>
    </message>
    <message>
        <source>seq1f1b cuts every microbatch along its sequence, which ops of a stage and a microbatch can&apos;t say</source>
        <translation>seq1f1b schneidet jeden Microbatch entlang seiner Sequenz, was Ops einer Stufe und eines Microbatches nicht ausdrücken können</translation>
    </message>
    <message>
        <source>there is no generator named &apos;%1&apos;; there are %2</source>
        <translation>es gibt keinen Erzeuger namens „%1“; es gibt %2</translation>
    </message>
    <message>
        <source>%1 makes one order whatever the objective</source>
        <translation>%1 bildet eine Reihenfolge, gleich bei welchem Ziel</translation>
    </message>
    <message>
        <source>%1 does not deal microbatches in groups; interleaved-1f1b and interleaved-zb do</source>
        <translation>%1 teilt Microbatches nicht in Gruppen; interleaved-1f1b und interleaved-zb tun es</translation>
    </message>
    <message>
        <source>the transfer time must not be negative</source>
        <translation>die Transferzeit darf nicht negativ sein</translation>
    </message>
    <message>
        <source>the times of stage %1 must not be negative</source>
        <translation>die Zeiten von Stufe %1 dürfen nicht negativ sein</translation>
    </message>
    <message>
        <source>B and W of stage %1 must free what F allocates, no more and no less</source>
        <translation>B und W von Stufe %1 müssen freigeben, was F belegt, nicht mehr und nicht weniger</translation>
    </message>
    <message>
        <source>the problem has no stages to order</source>
        <translation>das Problem hat keine Stufen zu ordnen</translation>
    </message>
    <message>
        <source>%1 stages are more than the %2 that an op can name</source>
        <translation>%1 Stufen sind mehr als die %2, die eine Op nennen kann</translation>
    </message>
    <message>
        <source>the problem does not say rank, costs and memory of every stage</source>
        <translation>das Problem nennt nicht Rank, Kosten und Speicher jeder Stufe</translation>
    </message>
    <message>
        <source>the problem has no microbatches to order</source>
        <translation>das Problem hat keine Microbatches zu ordnen</translation>
    </message>
    <message>
        <source>the transfer time is more than can be counted</source>
        <translation>die Übertragungszeit ist mehr, als zu zählen ist</translation>
    </message>
    <message>
        <source>the times of stage %1 are more than can be counted</source>
        <translation>die Zeiten von Stufe %1 sind mehr, als zu zählen ist</translation>
    </message>
    <message>
        <source>the memory of stage %1 is more than can be counted</source>
        <translation>der Speicher von Stufe %1 ist mehr, als zu zählen ist</translation>
    </message>
    <message>
        <source>%1 needs an even number of ranks, not %2</source>
        <translation>%1 braucht eine gerade Zahl von Ranks, nicht %2</translation>
    </message>
    <message numerus="yes">
        <source>DualPipe on %1 ranks needs an even number of at least %2 microbatches, not %3</source>
        <comment>DualPipe on %1 rank needs an even number of at least %2 microbatches, not %3</comment>
        <translation>
            <numerusform>DualPipe auf %1 Rank braucht eine gerade Zahl von mindestens %2 Microbatches, nicht %3</numerusform>
            <numerusform>DualPipe auf %1 Ranks braucht eine gerade Zahl von mindestens %2 Microbatches, nicht %3</numerusform>
        </translation>
    </message>
    <message>
        <source>DualPipe needs as many microbatches in one direction as in the other, not %1 and %2</source>
        <translation>DualPipe braucht in der einen Richtung so viele Microbatches wie in der anderen, nicht %1 und %2</translation>
    </message>
    <message numerus="yes">
        <source>DualPipeV on %1 ranks needs at least %2 microbatches, not %3</source>
        <comment>DualPipeV on %1 rank needs at least %2 microbatches, not %3</comment>
        <translation>
            <numerusform>DualPipeV auf %1 Rank braucht mindestens %2 Microbatches, nicht %3</numerusform>
            <numerusform>DualPipeV auf %1 Ranks braucht mindestens %2 Microbatches, nicht %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 needs groups of at least %2 microbatches, not %3: with fewer than there are ranks they wait for each other</source>
        <comment>%1 needs groups of at least %2 microbatch, not %3: with fewer than there are ranks they wait for each other</comment>
        <translation>
            <numerusform>%1 braucht Gruppen von mindestens %2 Microbatch, nicht %3: Mit weniger, als es Ranks gibt, warten diese aufeinander</numerusform>
            <numerusform>%1 braucht Gruppen von mindestens %2 Microbatches, nicht %3: Mit weniger, als es Ranks gibt, warten diese aufeinander</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 needs a memory limit of at least %2 on rank %3: from %4 on it would hold more than its limit of %5</source>
        <translation>%1 braucht auf Rank %3 eine Speichergrenze von mindestens %2: Ab %4 hielte er mehr als seine Grenze von %5</translation>
    </message>
    <message>
        <source>B and W free memory: their changes must not be above zero</source>
        <translation>B und W geben Speicher frei: Ihre Änderungen dürfen nicht über null liegen</translation>
    </message>
    <message>
        <source>B and W must free what F allocates, no more and no less</source>
        <translation>B und W müssen freigeben, was F belegt, nicht mehr und nicht weniger</translation>
    </message>
    <message>
        <source>this lesson does not let you choose the optimizer mode</source>
        <translation>in dieser Lektion ist die Betriebsart des Optimierers nicht zu wählen</translation>
    </message>
    <message>
        <source>this lesson does not let you cut the schedule in half</source>
        <translation>in dieser Lektion ist der Ablaufplan nicht zu halbieren</translation>
    </message>
    <message>
        <source>this lesson does not let you change the number of ranks or microbatches</source>
        <translation>in dieser Lektion ist die Zahl der Ranks oder Microbatches nicht zu ändern</translation>
    </message>
    <message>
        <source>this lesson does not let you move a stage to another rank</source>
        <translation>in dieser Lektion ist keine Stufe auf einen anderen Rank zu verlegen</translation>
    </message>
    <message>
        <source>this lesson does not let you change costs or limits</source>
        <translation>in dieser Lektion sind Kosten und Grenzen nicht zu ändern</translation>
    </message>
    <message>
        <source>%1 is locked in this lesson: it stays where it is</source>
        <translation>%1 ist in dieser Lektion gesperrt und bleibt, wo es ist</translation>
    </message>
    <message>
        <source>this lesson does not let you split or fuse a backward</source>
        <translation>in dieser Lektion ist kein Rückwärtsschritt zu trennen oder zu verschmelzen</translation>
    </message>
    <message>
        <source>this lesson does not let you take ops out or put ops in</source>
        <translation>in dieser Lektion sind Ops weder herauszunehmen noch einzusetzen</translation>
    </message>
    <message>
        <source>this lesson does not let you make or undo overlapped pairs</source>
        <translation>in dieser Lektion sind überlappte Paare weder zu bilden noch zu lösen</translation>
    </message>
    <message>
        <source>this lesson does not let you set gaps</source>
        <translation>in dieser Lektion sind keine Lücken zu setzen</translation>
    </message>
    <message>
        <source>this lesson does not let you move ops that are in the order</source>
        <translation>in dieser Lektion sind Ops der Reihenfolge nicht zu verschieben</translation>
    </message>
    <message>
        <source>the order names ops or rows that the problem does not have</source>
        <translation>die Reihenfolge nennt Ops oder Zeilen, die das Problem nicht hat</translation>
    </message>
    <message>
        <source>%1 matches no op of the order, so there is nothing to put in the tray</source>
        <translation>%1 trifft keine Op der Reihenfolge, also kommt nichts in die Ablage</translation>
    </message>
    <message>
        <source>this lesson comes without a solution</source>
        <translation>diese Lektion kommt ohne Lösung</translation>
    </message>
    <message>
        <source>there is no way from rank %1 to rank %2</source>
        <translation>von Rank %1 führt kein Weg zu Rank %2</translation>
    </message>
    <message>
        <source>there is at least 1 replica, not %1</source>
        <translation>es gibt mindestens 1 Replik, nicht %1</translation>
    </message>
    <message>
        <source>%1 replicas have %2 ranks, and a file holds %3 at most</source>
        <translation>%1 Repliken haben %2 Ranks, und eine Datei fasst höchstens %3</translation>
    </message>
    <message>
        <source>%1 replicas have %2 directions, and a file holds %3 at most</source>
        <translation>%1 Repliken haben %2 Richtungen, und eine Datei fasst höchstens %3</translation>
    </message>
    <message>
        <source>%1 replicas have %2 microbatches, and a file holds %3 at most</source>
        <translation>%1 Repliken haben %2 Microbatches, und eine Datei fasst höchstens %3</translation>
    </message>
    <message>
        <source>%1 replicas have %2 pairs of stage and microbatch, and a file holds %3 at most</source>
        <translation>%1 Repliken haben %2 Paare aus Stufe und Microbatch, und eine Datei fasst höchstens %3</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no amount of memory; write one for all ranks or %2 with commas between them</source>
        <translation>„%1“ ist keine Speichermenge; eine für alle Ranks schreiben oder %2 mit Kommas dazwischen</translation>
    </message>
    <message>
        <source>there are %1 memory limits for %2 ranks</source>
        <translation>es gibt %1 Speichergrenzen für %2 Ranks</translation>
    </message>
    <message>
        <source>The picture could not be drawn at this size.</source>
        <translation>Das Bild ließ sich in dieser Größe nicht zeichnen.</translation>
    </message>
    <message>
        <source>rank %1 runs ops of another rank</source>
        <translation>Rank %1 führt Ops eines anderen Ranks aus</translation>
    </message>
    <message>
        <source>the order of rank %1 is not complete</source>
        <translation>die Reihenfolge von Rank %1 ist nicht vollständig</translation>
    </message>
    <message>
        <source>the directions are not mirror images: they have %1 and %2 microbatches</source>
        <translation>die Richtungen sind keine Spiegelbilder: Sie haben %1 und %2 Microbatches</translation>
    </message>
    <message>
        <source>%1 and %2 make %3 ops; at most %4 are made</source>
        <translation>%1 und %2 ergeben %3 Ops; höchstens %4 werden gebildet</translation>
    </message>
    <message numerus="yes">
        <source>%1 stages</source>
        <comment>%1 stage</comment>
        <translation>
            <numerusform>%1 Stufe</numerusform>
            <numerusform>%1 Stufen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 microbatches</source>
        <comment>%1 microbatch</comment>
        <translation>
            <numerusform>%1 Microbatch</numerusform>
            <numerusform>%1 Microbatches</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 stages with %2 microbatches are more than the %3 pairs that fit a file</source>
        <translation>%1 Stufen mit %2 Microbatches sind mehr als die %3 Paare, die in eine Datei passen</translation>
    </message>
    <message>
        <source>no order that keeps the lesson&apos;s rules was found</source>
        <translation>keine Reihenfolge gefunden, die die Regeln der Lektion einhält</translation>
    </message>
    <message>
        <source>this lesson lets a student change more than the order (%1), so there is no best order of it</source>
        <translation>in dieser Lektion ist mehr als die Reihenfolge zu ändern (%1), also hat sie keine beste Reihenfolge</translation>
    </message>
    <message>
        <source>this is a problem without an order; there is nothing to judge</source>
        <translation>das ist ein Problem ohne Reihenfolge; zu beurteilen ist nichts</translation>
    </message>
    <message>
        <source>the lesson&apos;s start can&apos;t be made: %1</source>
        <translation>der Anfang der Lektion lässt sich nicht bilden: %1</translation>
    </message>
    <message>
        <source>this is no answer to the lesson: %1</source>
        <translation>das ist keine Antwort auf die Lektion: %1</translation>
    </message>
    <message>
        <source>this is no answer to the lesson: it has no %1, and does not let you split or fuse a backward</source>
        <translation>das ist keine Antwort auf die Lektion: In ihr gibt es kein %1, und Rückwärtsschritte sind nicht zu trennen oder zu verschmelzen</translation>
    </message>
    <message>
        <source>there is no answer yet: nothing was done in any lesson</source>
        <translation>es gibt noch keine Antwort: in keiner Lektion wurde etwas getan</translation>
    </message>
    <message>
        <source>the file holds no answer</source>
        <translation>die Datei enthält keine Antwort</translation>
    </message>
    <message>
        <source>none of these answers is to a lesson that the program knows</source>
        <translation>keine dieser Antworten gehört zu einer Lektion, die das Programm kennt</translation>
    </message>
    <message>
        <source>Only a schedule that is complete and valid can be the answer of a lesson.</source>
        <translation>Nur ein vollständiger und gültiger Ablaufplan kann die Lösung einer Lektion sein.</translation>
    </message>
    <message>
        <source>Shuffled, this schedule takes no longer; begin with an empty board.</source>
        <translation>In anderer Reihenfolge dauert dieser Ablaufplan nicht länger; beginne mit einem leeren Brett.</translation>
    </message>
    <message>
        <source>This schedule makes no lesson: %1</source>
        <translation>Aus diesem Ablaufplan wird keine Lektion: %1</translation>
    </message>
    <message>
        <source>a variant needs a name</source>
        <translation>eine Variante braucht einen Namen</translation>
    </message>
    <message>
        <source>another variant is called %1</source>
        <translation>eine andere Variante heißt %1</translation>
    </message>
    <message>
        <source>No number of a stage is called %1: its column was left out.</source>
        <translation>Keine Zahl einer Stufe heißt %1: Die Spalte blieb weg.</translation>
    </message>
    <message numerus="yes">
        <source>%1 columns too many were left out.</source>
        <comment>%1 column too many was left out.</comment>
        <translation>
            <numerusform>%1 überzählige Spalte blieb weg.</numerusform>
            <numerusform>%1 überzählige Spalten blieben weg.</numerusform>
        </translation>
    </message>
    <message>
        <source>there is no stage %1</source>
        <translation>es gibt keine Stufe %1</translation>
    </message>
    <message>
        <source>Line %1, column %2 of the table was left out: %3.</source>
        <translation>Zeile %1, Spalte %2 der Tabelle blieb weg: %3.</translation>
    </message>
    <message numerus="yes">
        <source>So were %1 further cells.</source>
        <comment>So was %1 further cell.</comment>
        <translation>
            <numerusform>Ebenso %1 weitere Zelle.</numerusform>
            <numerusform>Ebenso %1 weitere Zellen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 lines more than there are stages were left out.</source>
        <comment>%1 line more than there are stages was left out.</comment>
        <translation>
            <numerusform>%1 Zeile mehr, als es Stufen gibt, blieb weg.</numerusform>
            <numerusform>%1 Zeilen mehr, als es Stufen gibt, blieben weg.</numerusform>
        </translation>
    </message>
    <message>
        <source>there is no table to paste</source>
        <translation>es ist keine Tabelle zum Einfügen da</translation>
    </message>
    <message>
        <source>none of the ops is in the order</source>
        <translation>keine der Ops steht in der Reihenfolge</translation>
    </message>
    <message numerus="yes">
        <source>%1 has only %2 blocks before it on rank %3, so not all can move %4 places earlier</source>
        <comment>%1 has only %2 block before it on rank %3, so not all can move %4 places earlier</comment>
        <translation>
            <numerusform>%1 hat auf Rank %3 nur %2 Block vor sich, also können nicht alle %4 Plätze früher stehen</numerusform>
            <numerusform>%1 hat auf Rank %3 nur %2 Blöcke vor sich, also können nicht alle %4 Plätze früher stehen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 has only %2 blocks behind it on rank %3, so not all can move %4 places later</source>
        <comment>%1 has only %2 block behind it on rank %3, so not all can move %4 places later</comment>
        <translation>
            <numerusform>%1 hat auf Rank %3 nur %2 Block hinter sich, also können nicht alle %4 Plätze später stehen</numerusform>
            <numerusform>%1 hat auf Rank %3 nur %2 Blöcke hinter sich, also können nicht alle %4 Plätze später stehen</numerusform>
        </translation>
    </message>
    <message>
        <source>its microbatches differ, so that one half does not stand for the other</source>
        <translation>seine Microbatches sind ungleich, sodass eine Hälfte nicht für die andere steht</translation>
    </message>
    <message>
        <source>it says how %1 microbatches differ, but has %2</source>
        <translation>es sagt, wie sich %1 Microbatches unterscheiden, hat aber %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no distribution of lengths: uniform:A:B takes the least and the most, lognormal:M:S the median and the standard deviation of the logarithm (0 to 10); lengths are 1 to %2 tokens</source>
        <translation>„%1“ ist keine Verteilung von Längen: uniform:A:B nennt die kleinste und die größte, lognormal:M:S den Median und die Standardabweichung des Logarithmus (0 bis 10); Längen sind 1 bis %2 Token</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no length: a whole number of tokens, 1 to %2</source>
        <translation>„%1“ ist keine Länge: eine ganze Zahl von Token, 1 bis %2</translation>
    </message>
    <message>
        <source>there are more lengths than the %1 microbatches that there can be</source>
        <translation>es sind mehr Längen als die %1 Microbatches, die es geben kann</translation>
    </message>
    <message>
        <source>there is no length in it</source>
        <translation>es steht keine Länge darin</translation>
    </message>
    <message>
        <source>this plan gives each microbatch a time of its own for %1 (&quot;microbatch&quot; in the file), so a time of the stage would change nothing</source>
        <translation>dieser Plan gibt jedem Microbatch eine eigene Zeit für %1 („microbatch“ in der Datei), eine Zeit der Stufe würde also nichts ändern</translation>
    </message>
    <message>
        <source>choose a file that lists the lengths</source>
        <translation>wähle eine Datei, die die Längen nennt</translation>
    </message>
    <message>
        <source>this schedule says how %1 microbatches differ, and there are %2</source>
        <translation>dieser Ablaufplan sagt, wie sich %1 Microbatches unterscheiden, und es sind %2</translation>
    </message>
    <message>
        <source>how microbatches differ is said of this schedule&apos;s stages: keep those</source>
        <translation>wie sich Microbatches unterscheiden, ist von den Stufen dieses Ablaufplans gesagt: sie müssen bleiben</translation>
    </message>
    <message>
        <source>there are %1 lengths for %2 microbatches</source>
        <translation>für %2 Microbatches gibt es %1 Längen</translation>
    </message>
    <message>
        <source>shares follow from the lengths: change those</source>
        <translation>Anteile folgen aus den Längen: diese ändern</translation>
    </message>
    <message>
        <source>the times of each microbatch are those of a table</source>
        <translation>die Zeiten jedes Microbatches sind die einer Tabelle</translation>
    </message>
    <message>
        <source>microbatches have shares, so they have no lengths: let all be alike first</source>
        <translation>Microbatches haben Anteile, also keine Längen: zuerst alle gleich machen</translation>
    </message>
    <message>
        <source>a length is 1 to %1 tokens</source>
        <translation>eine Länge ist 1 bis %1 Tokens</translation>
    </message>
    <message>
        <source>a share is 0 to %1</source>
        <translation>ein Anteil ist 0 bis %1</translation>
    </message>
    <message>
        <source>No number of a microbatch is called %1: its column was left out.</source>
        <translation>Keine Zahl eines Microbatch heißt %1: Ihre Spalte wurde ausgelassen.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no number of microbatch %2</source>
        <translation>„%1“ ist keine Zahl von Microbatch %2</translation>
    </message>
    <message>
        <source>no microbatch has a length yet, so give those of all %1; there are %2</source>
        <translation>noch hat kein Microbatch eine Länge, also müssen es die von allen %1 sein; es sind %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 numbers more than there are microbatches were left out.</source>
        <comment>%1 number more than there are microbatches was left out.</comment>
        <translation>
            <numerusform>%1 Zahl mehr, als es Microbatches gibt, wurde ausgelassen.</numerusform>
            <numerusform>%1 Zahlen mehr, als es Microbatches gibt, wurden ausgelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>there is no microbatch %1</source>
        <translation>es gibt keinen Microbatch %1</translation>
    </message>
    <message>
        <source>only lengths have a part that grows with the square</source>
        <translation>nur Längen haben einen Teil, der mit dem Quadrat wächst</translation>
    </message>
    <message>
        <source>the part that grows with the square is 0 to 1</source>
        <translation>der Teil, der mit dem Quadrat wächst, ist 0 bis 1</translation>
    </message>
    <message>
        <source>this plan gives pairs times that depend on both partners (&quot;overlapped&quot; in the file), so a time of the stage would change nothing</source>
        <translation>dieser Plan gibt Paaren Zeiten, die von beiden Partnern abhängen (&quot;overlapped&quot; in der Datei); eine Zeit der Stufe änderte nichts</translation>
    </message>
    <message numerus="yes">
        <source>%1 needs groups of at least %2 microbatches, not %3: with fewer than half as many as there are ranks they wait for each other</source>
        <comment>%1 needs groups of at least %2 microbatch, not %3: with fewer than half as many as there are ranks they wait for each other</comment>
        <translation>
            <numerusform>%1 braucht Gruppen von mindestens %2 Microbatch, nicht %3: mit weniger als halb so vielen, wie es Ranks gibt, warten sie aufeinander</numerusform>
            <numerusform>%1 braucht Gruppen von mindestens %2 Microbatches, nicht %3: mit weniger als halb so vielen, wie es Ranks gibt, warten sie aufeinander</numerusform>
        </translation>
    </message>
    <message>
        <source>a rank is busy with a value for 0 to 10^15 ns (11.5 days)</source>
        <translation>ein Rank ist mit einem Wert 0 bis 10^15 ns (11,5 Tage) beschäftigt</translation>
    </message>
    <message>
        <source>there is no order yet to be named</source>
        <translation>noch gibt es keine Reihenfolge, die einen Namen bekommen könnte</translation>
    </message>
    <message>
        <source>%1 has costs, limits or a shape of its own, so it can&apos;t be a variant of this schedule: save it in a file of its own</source>
        <translation>%1 hat eigene Kosten, Grenzen oder eine eigene Form und kann darum keine Variante dieses Plans sein: in eine eigene Datei speichern</translation>
    </message>
    <message>
        <source>there is no boundary %1</source>
        <translation>es gibt keine Grenze %1</translation>
    </message>
    <message>
        <source>a message has 0 to 2^53 bytes (8 PiB)</source>
        <translation>eine Nachricht hat 0 bis 2^53 Bytes (8 PiB)</translation>
    </message>
    <message>
        <source>a limit with an x is a multiple of what 1F1B holds: %1</source>
        <translation>Eine Grenze mit x ist ein Vielfaches dessen, was 1F1B hält: %1</translation>
    </message>
    <message>
        <source>these lists make more than %1 cells; ask for fewer at once</source>
        <translation>Diese Listen ergeben mehr als %1 Zellen; frag nach weniger auf einmal</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is neither a value nor FROM:TO:STEP with TO from FROM on and STEP above 0</source>
        <translation>„%1“ ist weder ein Wert noch FROM:TO:STEP mit TO ab FROM und STEP über 0</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is more than %2 values</source>
        <translation>„%1“ sind mehr als %2 Werte</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be whole numbers from 1 on</source>
        <translation>„%1“ müssen ganze Zahlen ab 1 sein</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has an x behind some of its numbers; write it behind all or none</source>
        <translation>„%1“ hat hinter einigen seiner Zahlen ein x; schreib es hinter alle oder keine</translation>
    </message>
    <message>
        <source>%1 is on rank %2, not on rank %3</source>
        <translation>%1 ist auf Rank %2, nicht auf Rank %3</translation>
    </message>
    <message>
        <source>there is no edit; say one of %1</source>
        <translation>Es ist keine Änderung genannt; nenn eine von %1</translation>
    </message>
    <message>
        <source>there is nothing in the tray</source>
        <translation>in der Ablage ist nichts</translation>
    </message>
    <message>
        <source>there is no finding %1</source>
        <translation>es gibt keinen Befund %1</translation>
    </message>
    <message>
        <source>a fix is named by its finding and its place among the fixes of that</source>
        <translation>eine Abhilfe wird durch ihren Befund und ihren Platz unter dessen Abhilfen benannt</translation>
    </message>
    <message>
        <source>there is no fix %1 for this finding</source>
        <translation>für diesen Befund gibt es keine Abhilfe %1</translation>
    </message>
    <message>
        <source>a request makes one edit, and this one says several</source>
        <translation>eine Anfrage macht eine Änderung, und diese nennt mehrere</translation>
    </message>
    <message>
        <source>this lesson leaves it to you where ops stand</source>
        <translation>diese Lektion überlässt es dir, wo Ops stehen</translation>
    </message>
    <message>
        <source>there is nothing to undo</source>
        <translation>es gibt nichts rückgängig zu machen</translation>
    </message>
    <message>
        <source>there is nothing to do again</source>
        <translation>es gibt nichts zu wiederholen</translation>
    </message>
    <message>
        <source>all hints are shown already</source>
        <translation>alle Tipps sind schon gezeigt</translation>
    </message>
    <message>
        <source>ops of several ranks are moved by places, not to a place</source>
        <translation>Ops mehrerer Ranks werden um Plätze verschoben, nicht an einen Platz</translation>
    </message>
    <message>
        <source>this board is of a schedule, not of a lesson</source>
        <translation>dieses Brett gehört einem Ablaufplan und keiner Lektion</translation>
    </message>
    <message>
        <source>this lesson does not let you choose the generator</source>
        <translation>diese Lektion lässt dich das Verfahren nicht wählen</translation>
    </message>
    <message>
        <source>this lesson does not offer %1</source>
        <translation>diese Lektion bietet %1 nicht an</translation>
    </message>
    <message>
        <source>the number of microbatches goes from %1 to %2 in this lesson</source>
        <translation>die Zahl der Microbatches geht in dieser Lektion von %1 bis %2</translation>
    </message>
    <message>
        <source>no generator makes the order of this lesson</source>
        <translation>kein Verfahren macht die Reihenfolge dieser Lektion</translation>
    </message>
    <message>
        <source>the microbatches of this problem differ, so their number stays</source>
        <translation>die Microbatches dieses Problems sind verschieden, also bleibt ihre Zahl</translation>
    </message>
    <message>
        <source>the folder holds no lesson (.lwlesson)</source>
        <translation>der Ordner enthält keine Lektion (.lwlesson)</translation>
    </message>
    <message>
        <source>no block can move into a pause before it</source>
        <translation>kein Block kann in eine Pause vor ihm rücken</translation>
    </message>
    <message>
        <source>%1 places the stages itself; empty takes a placement</source>
        <translation>%1 legt die Stufen selbst; empty nimmt eine Platzierung</translation>
    </message>
    <message>
        <source>an empty board has no order yet that could be chosen</source>
        <translation>ein leeres Brett hat noch keine Reihenfolge, die sich wählen ließe</translation>
    </message>
    <message>
        <source>microbatches that differ do not repeat each other</source>
        <translation>Microbatches, die sich unterscheiden, wiederholen einander nicht</translation>
    </message>
    <message>
        <source>a building block holds no pairs; part them first</source>
        <translation>ein Baustein hat keine Paare; trennen Sie sie zuerst</translation>
    </message>
    <message>
        <source>the order stalls, so that nothing in it has a time</source>
        <translation>die Reihenfolge bleibt stecken, so dass nichts in ihr eine Zeit hat</translation>
    </message>
    <message>
        <source>no microbatches of this order run like those after them</source>
        <translation>kein Microbatch dieser Reihenfolge läuft wie die nach ihm</translation>
    </message>
    <message>
        <source>%1 and %2 of the building block run at one time on rank %3</source>
        <translation>%1 und %2 des Bausteins laufen auf Rank %3 zur selben Zeit</translation>
    </message>
    <message>
        <source>the blocks run into each other below an interval of %1</source>
        <translation>unter einem Abstand von %1 laufen die Bausteine ineinander</translation>
    </message>
    <message>
        <source>%1 of the building block waits for what never comes</source>
        <translation>%1 des Bausteins wartet auf etwas, das nie kommt</translation>
    </message>
    <message>
        <source>%1 can&apos;t start at %2; what it needs is there at %3</source>
        <translation>%1 kann nicht bei %2 beginnen; was es braucht, ist bei %3 da</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no rank of the schedule</source>
        <translation>„%1“ ist kein Rank des Ablaufplans</translation>
    </message>
    <message>
        <source>the times of pairs are more than can be counted</source>
        <translation>die Zeiten von Paaren sind mehr, als sich zählen lässt</translation>
    </message>
    <message>
        <source>the times of microbatches are more than can be counted</source>
        <translation>die Zeiten von Microbatches sind mehr, als sich zählen lässt</translation>
    </message>
    <message>
        <source>an op of stage %1 has more than %2 segments</source>
        <translation>eine Op der Stufe %1 hat mehr als %2 Segmente</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no placement: chain, loop, v, two-ways, or the rank of each stage, such as 0,1,1,0</source>
        <translation>„%1“ ist keine Platzierung: chain, loop, v, two-ways oder der Rank jeder Stufe, etwa 0,1,1,0</translation>
    </message>
    <message>
        <source>the placement names rank %1, and the ranks are 0 to %2</source>
        <translation>die Platzierung nennt Rank %1, und die Ranks sind 0 bis %2</translation>
    </message>
    <message>
        <source>each direction of a placement has a rank for every stage</source>
        <translation>jede Richtung einer Platzierung hat einen Rank für jede Stufe</translation>
    </message>
    <message>
        <source>rank %1 of the placement hosts no stage</source>
        <translation>Rank %1 der Platzierung hat keine Stufe</translation>
    </message>
    <message>
        <source>of the placement %1 each rank has one chunk, not %2</source>
        <translation>bei der Platzierung %1 hat jeder Rank einen Chunk, nicht %2</translation>
    </message>
    <message>
        <source>a placement that lists ranks says the chunks itself</source>
        <translation>eine Platzierung, die Ranks aufzählt, sagt die Chunks selbst</translation>
    </message>
    <message>
        <source>nothing is searched for that makes this small: %1</source>
        <translation>es wird nichts gesucht, was das klein macht: %1</translation>
    </message>
    <message>
        <source>No op of the schedule is %1, so none can be given.</source>
        <translation>Keine Op des Ablaufplans ist %1, also kann keine gesetzt sein.</translation>
    </message>
    <message>
        <source>Every op is given, so nothing is left to do.</source>
        <translation>Jede Op ist gesetzt, also bleibt nichts zu tun.</translation>
    </message>
    <message>
        <source>A lesson needs a title.</source>
        <translation>Eine Lektion braucht einen Titel.</translation>
    </message>
    <message>
        <source>A single op makes no lesson: there is nothing to put in order.</source>
        <translation>Eine einzelne Op ergibt keine Lektion: Es gibt nichts zu ordnen.</translation>
    </message>
    <message>
        <source>A lesson needs a number to reach, such as the makespan.</source>
        <translation>Eine Lektion braucht eine Zahl als Ziel, etwa die Gesamtdauer.</translation>
    </message>
    <message>
        <source>Hints: %1 in the lesson, %2 in its other language (%3); give as many there, or none.</source>
        <translation>Tipps: %1 in der Lektion, %2 in ihrer anderen Sprache (%3); gib dort gleich viele an oder keine.</translation>
    </message>
    <message>
        <source>%1 stays before %2: both are locked in this lesson</source>
        <translation>%1 bleibt vor %2: Beide sind in dieser Lektion gesperrt</translation>
    </message>
    <message>
        <source>one direction has too few microbatches for the building block: %1</source>
        <translation>eine Richtung hat zu wenige Microbatches für den Baustein: %1</translation>
    </message>
</context>
<context>
    <name>slip</name>
    <message>
        <source>on time</source>
        <translation>pünktlich</translation>
    </message>
    <message>
        <source>the run itself started late on this rank</source>
        <translation>der Lauf selbst begann auf diesem Rank verspätet</translation>
    </message>
    <message>
        <source>an explicit gap</source>
        <translation>eine gesetzte Lücke</translation>
    </message>
    <message>
        <source>own rank busy with %1, %2</source>
        <translation>eigener Rank belegt mit %1, %2</translation>
    </message>
    <message>
        <source>waited for %1 of rank %2, %3</source>
        <translation>wartete auf %1 von Rank %2, %3</translation>
    </message>
    <message>
        <source>which ended on time</source>
        <translation>der pünktlich endete</translation>
    </message>
    <message>
        <source>which ran %1 longer</source>
        <translation>der %1 länger lief</translation>
    </message>
    <message>
        <source>which ran %1 shorter</source>
        <translation>der %1 kürzer lief</translation>
    </message>
    <message>
        <source>itself %1 late</source>
        <translation>selbst %1 verspätet</translation>
    </message>
    <message>
        <source>itself %1 early</source>
        <translation>selbst %1 verfrüht</translation>
    </message>
</context>
<context>
    <name>system</name>
    <message>
        <source>No such file or directory</source>
        <translation>Datei oder Ordner nicht gefunden</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>Vorgang nicht erlaubt</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>ist ein Ordner</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>ist kein Ordner</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>das Dateisystem ist nur lesbar</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>auf dem Datenträger ist kein Platz mehr</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>das Kontingent an Plattenplatz ist erschöpft</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>die Datei ist zu groß</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Ein-/Ausgabefehler</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>der Dateiname ist zu lang</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>zu viele symbolische Verweise</translation>
    </message>
    <message>
        <source>Text file busy</source>
        <translation>das Programm wird gerade ausgeführt</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>zu viele offene Dateien</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>zu wenig Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Resource temporarily unavailable</source>
        <translation>Ressource vorübergehend nicht verfügbar</translation>
    </message>
    <message>
        <source>Exec format error</source>
        <translation>kein ausführbares Format</translation>
    </message>
    <message>
        <source>the system refused what this takes: %1</source>
        <translation>das System verweigert, was hierfür nötig ist: %1</translation>
    </message>
    <message>
        <source>there is not enough memory for this</source>
        <translation>der Speicher reicht hierfür nicht</translation>
    </message>
</context>
<context>
    <name>title</name>
    <message>
        <source>ZB automatic</source>
        <translation>ZB automatisch</translation>
    </message>
    <message>
        <source>PyTorch schedule</source>
        <translation>PyTorch-Ablaufplan</translation>
    </message>
    <message>
        <source>Tiny GPT</source>
        <translation>Winziges GPT</translation>
    </message>
    <message>
        <source>NVLink island: 8 H100</source>
        <translation>NVLink-Insel: 8 H100</translation>
    </message>
    <message>
        <source>Two nodes over Ethernet: 2 x 4 A100</source>
        <translation>Zwei Knoten über Ethernet: 2 x 4 A100</translation>
    </message>
    <message>
        <source>Mixed generations: 4 A100, 4 V100</source>
        <translation>Gemischte Generationen: 4 A100, 4 V100</translation>
    </message>
    <message>
        <source>A laptop: 2 cores</source>
        <translation>Ein Laptop: 2 Kerne</translation>
    </message>
    <message>
        <source>Probed</source>
        <translation>Vermessen</translation>
    </message>
    <message>
        <source>fixed form</source>
        <translation>feste Form</translation>
    </message>
    <message numerus="yes">
        <source>%1 ranks</source>
        <comment>%1 rank</comment>
        <translation>
            <numerusform>%1 Rank</numerusform>
            <numerusform>%1 Ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 microbatches</source>
        <comment>%1 microbatch</comment>
        <translation>
            <numerusform>%1 Microbatch</numerusform>
            <numerusform>%1 Microbatches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 replicas</source>
        <comment>%1 replica</comment>
        <translation>
            <numerusform>%1 Replik</numerusform>
            <numerusform>%1 Repliken</numerusform>
        </translation>
    </message>
    <message>
        <source>re-placed</source>
        <translation>anders verteilt</translation>
    </message>
    <message>
        <source>untied</source>
        <translation>Paare aufgelöst</translation>
    </message>
    <message>
        <source>cut in half</source>
        <translation>halbiert</translation>
    </message>
    <message>
        <source>%1 times as slow</source>
        <translation>%1-mal so langsam</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>bearbeitet</translation>
    </message>
    <message>
        <source>Solved for iteration</source>
        <translation>Gelöst für Iteration</translation>
    </message>
    <message>
        <source>Solved for period</source>
        <translation>Gelöst für Periode</translation>
    </message>
    <message>
        <source>Solved for makespan</source>
        <translation>Gelöst für Gesamtdauer</translation>
    </message>
    <message>
        <source>Solved for longest span</source>
        <translation>Gelöst für längste Spanne</translation>
    </message>
</context>
<context>
    <name>torch</name>
    <message>
        <source>there is no python3 on PATH; name one that has PyTorch with --python or LANEWRIGHT_PYTHON</source>
        <translation>es gibt kein python3 in PATH; ein Python mit PyTorch mit --python oder LANEWRIGHT_PYTHON nennen</translation>
    </message>
    <message>
        <source>the Python %1 is not there</source>
        <translation>das Python %1 ist nicht da</translation>
    </message>
    <message>
        <source>%1 has no package lanewright; install python3-lanewright, or its wheel with pip</source>
        <translation>%1 hat kein Paket lanewright; python3-lanewright installieren oder das Wheel mit pip</translation>
    </message>
    <message>
        <source>the backend torch runs at full speed only; a paced run needs the backend cpu</source>
        <translation>das Backend torch läuft nur mit voller Geschwindigkeit; ein getakteter Lauf braucht das Backend cpu</translation>
    </message>
    <message>
        <source>the backend torch saves no training state; save one with the backend cpu or cuda, and torch goes on from it</source>
        <translation>das Backend torch speichert keinen Trainingsstand; mit dem Backend cpu oder cuda speichern, torch macht daraus weiter</translation>
    </message>
    <message>
        <source>the backend torch computes in fp32; bf16 needs the backend cpu or cuda</source>
        <translation>das Backend torch rechnet in fp32; bf16 braucht das Backend cpu oder cuda</translation>
    </message>
    <message>
        <source>the backend torch steps its weights when the norm of all gradients is known; take the synchronous optimizer</source>
        <translation>das Backend torch ändert die Gewichte, wenn die Norm aller Gradienten bekannt ist; den synchronen Optimierer nehmen</translation>
    </message>
    <message>
        <source>the backend torch writes no sample; the backends cpu and cuda do</source>
        <translation>das Backend torch schreibt keine Probe; die Backends cpu und cuda tun es</translation>
    </message>
    <message>
        <source>the backend torch does not measure the loss of text that was held back; the backends cpu and cuda do</source>
        <translation>das Backend torch misst keinen Verlust auf zurückgehaltenem Text; die Backends cpu und cuda tun es</translation>
    </message>
    <message>
        <source>the backend torch measures no links beforehand; run it, and take the costs from the run</source>
        <translation>das Backend torch misst vorher keine Verbindungen; laufen lassen und die Kosten dem Lauf entnehmen</translation>
    </message>
    <message>
        <source>PyTorch&apos;s stages pass values of one shape: the backend torch pads shorter microbatches, which take as long as the longest, and their padding counts in no loss</source>
        <translation>PyTorchs Stufen reichen Werte einer Form weiter: Das Backend torch füllt kürzere Microbatches auf, die so lange dauern wie der längste, und ihre Füllung zählt in keinem Verlust</translation>
    </message>
    <message>
        <source>stage %1 has no layers, and PyTorch wants weights on each; cut the model otherwise</source>
        <translation>Stufe %1 hat keine Schichten, und PyTorch will auf jeder Gewichte; das Modell anders zerlegen</translation>
    </message>
    <message>
        <source>lanewright-engine is not there, which makes the first weights and the samples of the backend torch</source>
        <translation>lanewright-engine ist nicht da, die dem Backend torch die ersten Gewichte und die Proben gibt</translation>
    </message>
</context>
<context>
    <name>trace</name>
    <message>
        <source>this is no list of trace events, nor an object with `traceEvents`</source>
        <translation>das ist weder eine Liste von Trace-Ereignissen noch ein Objekt mit `traceEvents`</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>a trace event must be an object</source>
        <translation>ein Trace-Ereignis muss ein Objekt sein</translation>
    </message>
    <message>
        <source>no clocks fit these ranks: around %1 values would arrive %2 before they were made; are the steps of all ranks the same, and each rank&apos;s stages its own?</source>
        <translation>zu diesen Ranks passen keine Uhren: rund um %1 kämen Werte %2 an, bevor sie entstanden; sind die Schritte aller Ranks dieselben und die Stufen jedes Ranks seine eigenen?</translation>
    </message>
    <message>
        <source>there is no format %1</source>
        <translation>ein Format %1 gibt es nicht</translation>
    </message>
    <message>
        <source>the file ends in the middle</source>
        <translation>die Datei endet mittendrin</translation>
    </message>
    <message>
        <source>something stands behind the end of the JSON</source>
        <translation>hinter dem Ende des JSON steht noch etwas</translation>
    </message>
    <message>
        <source>a comma or %1 must stand here</source>
        <translation>hier muss ein Komma oder %1 stehen</translation>
    </message>
    <message>
        <source>the name of a value must stand here, in quotes</source>
        <translation>hier muss der Name eines Werts stehen, in Anführungszeichen</translation>
    </message>
    <message>
        <source>a colon must stand here</source>
        <translation>hier muss ein Doppelpunkt stehen</translation>
    </message>
    <message>
        <source>too many brackets inside each other</source>
        <translation>zu viele Klammern ineinander</translation>
    </message>
    <message>
        <source>no JSON value starts like this</source>
        <translation>so beginnt kein JSON-Wert</translation>
    </message>
    <message>
        <source>no JSON value is as long as this</source>
        <translation>so lang ist kein JSON-Wert</translation>
    </message>
    <message>
        <source>%1 is no JSON value</source>
        <translation>%1 ist kein JSON-Wert</translation>
    </message>
    <message>
        <source>no escape in a JSON string looks like this</source>
        <translation>so sieht in JSON-Text kein Zeichen hinter einem Rückstrich aus</translation>
    </message>
    <message>
        <source>its ranges `Forward 0`, `Backward 0` name no stage, as those of ScheduleGPipe and of runs without a backward; record the job by `python -m lanewright.run`, or run PyTorch&apos;s _PipelineScheduleRuntime, whose ranges are called PP:0F3</source>
        <translation>ihre Bereiche `Forward 0`, `Backward 0` nennen keine Stufe, wie bei ScheduleGPipe und Läufen ohne Rückwärtslauf; aufzuzeichnen ist der Lauf mit `python -m lanewright.run`, oder er nimmt PyTorchs _PipelineScheduleRuntime, deren Bereiche PP:0F3 heißen</translation>
    </message>
    <message>
        <source>it holds no action of PyTorch&apos;s pipelining runtime, whose ranges are called PP:0F3 (from torch 2.9 on; Schedule1F1B makes none). Record a job of PyTorch by `python -m lanewright.run`, one of Megatron-LM by `lanewright.megatron`, or say by `lanewright-cli import --mapping FILE` which events are ops</source>
        <translation>sie enthält keine Aktion von PyTorchs Pipelining-Laufzeit, deren Bereiche PP:0F3 heißen (ab torch 2.9; Schedule1F1B macht keine). Einen Lauf von PyTorch zeichnet `python -m lanewright.run` auf, einen von Megatron-LM `lanewright.megatron`; oder `lanewright-cli import --mapping DATEI` sagt, welche Ereignisse Ops sind</translation>
    </message>
    <message>
        <source>its events are the actions of a schedule that PyTorch&apos;s `_dump_chrometrace` drew, such as %1, and were measured by nobody: `lanewright-cli convert` reads the schedule&apos;s CSV, `lanewright-cli import --mapping FILE` these events</source>
        <translation>ihre Ereignisse sind die Aktionen eines Ablaufplans, den PyTorchs `_dump_chrometrace` gezeichnet hat, etwa %1, und niemand hat sie gemessen: `lanewright-cli convert` liest die CSV des Plans, `lanewright-cli import --mapping DATEI` diese Ereignisse</translation>
    </message>
    <message>
        <source>it is of DeepSpeed (%1), whose pipeline names neither stages nor microbatches in a trace: open ranges around its forwards and backwards that do, and say by `lanewright-cli import --mapping FILE` what they stand for</source>
        <translation>sie ist von DeepSpeed (%1), dessen Pipeline in einem Trace weder Stufen noch Microbatches nennt: Bereiche um Vorwärts- und Rückwärtsläufe öffnen, die das tun, und mit `lanewright-cli import --mapping DATEI` sagen, wofür sie stehen</translation>
    </message>
    <message>
        <source>it is of a job in data parallelism alone (%1), in which each rank runs the whole model: there is no pipeline to show. A pipeline in PyTorch is recorded by `python -m lanewright.run`</source>
        <translation>sie ist von einem Lauf, der nur datenparallel ist (%1) und in dem jeder Rank das ganze Modell rechnet: eine Pipeline gibt es nicht. Eine Pipeline in PyTorch zeichnet `python -m lanewright.run` auf</translation>
    </message>
    <message>
        <source>it looks like one of JAX or XLA (%1), where nothing of ours records: say by `lanewright-cli import --mapping FILE` which of its events are ops</source>
        <translation>sie sieht nach JAX oder XLA aus (%1), wo nichts von uns aufzeichnet: mit `lanewright-cli import --mapping DATEI` sagen, welche ihrer Ereignisse Ops sind</translation>
    </message>
    <message>
        <source>it is of Megatron-LM (%1), which names no op in a profiler&apos;s trace: record it by `lanewright.megatron`, or say by `lanewright-cli import --mapping FILE` which of its events are ops</source>
        <translation>sie ist von Megatron-LM (%1), das im Trace eines Profilers keine Op nennt: mit `lanewright.megatron` aufzeichnen, oder mit `lanewright-cli import --mapping DATEI` sagen, welche ihrer Ereignisse Ops sind</translation>
    </message>
    <message>
        <source>its host launched kernels, or sent by NCCL, and none ran in it: the times of ops are those of the GPU; profile the job with the activity CUDA, too</source>
        <translation>ihr Host startete Kernel oder sendete über NCCL, und keiner lief darin: Die Zeiten der Ops sind die der GPU; den Lauf auch mit der Aktivität CUDA aufzeichnen</translation>
    </message>
    <message>
        <source>none of its kernels, such as %1, has its launch inside an action of the trace: profile the job with the activities CPU and CUDA, both</source>
        <translation>keiner ihrer Kernel, etwa %1, hat seinen Start in einer Aktion des Traces: den Lauf mit beiden Aktivitäten, CPU und CUDA, aufzeichnen</translation>
    </message>
    <message>
        <source>none of its kernels, such as %1, was launched inside an action: the job ran CUDA graphs, whose kernels no range names; profile it without CUDA graphs</source>
        <translation>keiner ihrer Kernel, etwa %1, wurde in einer Aktion gestartet: der Lauf benutzte CUDA-Graphen, deren Kernel kein Bereich nennt; ohne CUDA-Graphen aufzeichnen</translation>
    </message>
    <message>
        <source>%1 kernels, such as %2, bear the correlation %3 of one launch, in PP:%4, as those of a CUDA graph do: nothing tells which op each belongs to; profile the job without CUDA graphs</source>
        <translation>%1 Kernel, etwa %2, tragen die Korrelation %3 eines einzigen Starts, in PP:%4, wie die eines CUDA-Graphen: Nichts sagt, zu welcher Op jeder gehört; den Lauf ohne CUDA-Graphen aufzeichnen</translation>
    </message>
    <message>
        <source>%1 of its %2 kernels, such as %3, have no correlation, so nothing tells which op launched them; let the profiler record the CPU, too, and keep the key `correlation`, or record the job by `python -m lanewright.run`</source>
        <translation>%1 ihrer %2 Kernel, etwa %3, haben keine Korrelation, so dass nichts sagt, welche Op sie gestartet hat; den Profiler auch die CPU aufzeichnen lassen und den Schlüssel `correlation` behalten, oder den Lauf mit `python -m lanewright.run` aufzeichnen</translation>
    </message>
    <message>
        <source>%1: there are no operators (`cpu_op`) and no kernels in its ranges, so ops are taken to last as long as these, with their waits</source>
        <translation>%1: in ihren Bereichen gibt es weder Operatoren (`cpu_op`) noch Kernel; Ops gelten daher als so lang wie diese, mit ihrem Warten</translation>
    </message>
    <message>
        <source>steps whose numbers don&apos;t follow each other lie no further apart than those that do, so the trace does not say when steps began, and the run has no time per iteration</source>
        <translation>Schritte, deren Nummern nicht aufeinander folgen, liegen nicht weiter auseinander als andere; der Trace sagt also nicht, wann Schritte begannen, und der Lauf hat keine Zeit je Iteration</translation>
    </message>
    <message>
        <source>the steps don&apos;t follow each other, so the run has no time per iteration</source>
        <translation>die Schritte folgen nicht aufeinander, der Lauf hat daher keine Zeit je Iteration</translation>
    </message>
    <message>
        <source>%1: %2; what stands before was taken</source>
        <translation>%1: %2; was davor steht, wurde übernommen</translation>
    </message>
    <message>
        <source>neither the trace nor its name says which rank it is of; call it rank0_trace.json or the like</source>
        <translation>weder der Trace noch sein Name sagt, von welchem Rank er ist; ein Name wie rank0_trace.json hilft</translation>
    </message>
    <message>
        <source>traces of %1 of the job&apos;s %2 ranks are here</source>
        <translation>da sind Traces von %1 der %2 Ranks des Jobs</translation>
    </message>
    <message>
        <source>it is of rank %1 and of the same time, as is %2; give one file of each rank</source>
        <translation>sie ist von Rank %1 und aus derselben Zeit, wie auch %2; je Rank eine Datei angeben</translation>
    </message>
    <message>
        <source>it is of rank %1, as is %2; give one file of each rank</source>
        <translation>sie ist von Rank %1, wie auch %2; je Rank eine Datei angeben</translation>
    </message>
    <message>
        <source>it is of rank %1, as is %2, but of another process; give the files of one job</source>
        <translation>sie ist von Rank %1, wie auch %2, aber von einem anderen Prozess; die Dateien eines Auftrags angeben</translation>
    </message>
    <message>
        <source>%1 is out of range</source>
        <translation>%1 liegt außerhalb des Erlaubten</translation>
    </message>
    <message>
        <source>of %1 ranks that share a stage&apos;s tensors the first was taken</source>
        <translation>von %1 Ranks, die sich die Tensoren einer Stufe teilen, wurde der erste genommen</translation>
    </message>
    <message>
        <source>must be a time in ms</source>
        <translation>muss eine Zeit in ms sein</translation>
    </message>
    <message>
        <source>there can&apos;t be a chunk %1</source>
        <translation>einen Chunk %1 kann es nicht geben</translation>
    </message>
    <message>
        <source>an op of microbatch %1 ends before it starts</source>
        <translation>eine Op von Microbatch %1 endet, bevor sie beginnt</translation>
    </message>
    <message>
        <source>its name does not say which rank it is of, as event_times_PP4_VPP1_TPxCPxDP_rank_0_pp_rank_2_rank_2.json does</source>
        <translation>ihr Name sagt nicht, von welchem Rank sie ist, wie es event_times_PP4_VPP1_TPxCPxDP_rank_0_pp_rank_2_rank_2.json tut</translation>
    </message>
    <message>
        <source>%1 has %2 starts and %3 ends</source>
        <translation>%1 hat %2 Anfänge und %3 Enden</translation>
    </message>
    <message>
        <source>entry %1 of %2 ends before it starts</source>
        <translation>Eintrag %1 von %2 endet, bevor er beginnt</translation>
    </message>
    <message>
        <source>more ops than can be read</source>
        <translation>mehr Ops, als gelesen werden können</translation>
    </message>
    <message>
        <source>there is no file pp_rank_0.json here</source>
        <translation>hier gibt es keine Datei pp_rank_0.json</translation>
    </message>
    <message>
        <source>there is no config.json beside the dumps; one chunk a rank is assumed</source>
        <translation>neben den Dateien liegt keine config.json; angenommen wird ein Chunk je Rank</translation>
    </message>
    <message>
        <source>%1 ranks were dumped, of %2</source>
        <translation>%1 Ranks wurden geschrieben, von %2</translation>
    </message>
    <message>
        <source>the times of %1 lie further than 11 days apart, or backwards</source>
        <translation>die Zeiten von %1 liegen mehr als 11 Tage auseinander oder laufen rückwärts</translation>
    </message>
    <message>
        <source>the plan has no order, so no job ran it</source>
        <translation>der Plan hat keine Reihenfolge, also kann ihn nichts ausgeführt haben</translation>
    </message>
    <message>
        <source>the plan has two directions or replicas; give the plan of one pipeline</source>
        <translation>der Plan hat zwei Richtungen oder Repliken; gebraucht wird der einer einzelnen Pipeline</translation>
    </message>
    <message>
        <source>the job ran %1 stages on %2 ranks, which the plan places otherwise (%3 stages on %4 ranks)</source>
        <translation>gelaufen sind %1 Stufen auf %2 Ranks, die der Plan anders verteilt (%3 Stufen auf %4 Ranks)</translation>
    </message>
    <message>
        <source>the job ran %1 microbatches a step, the plan has %2</source>
        <translation>gelaufen sind %1 Microbatches je Schritt, der Plan hat %2</translation>
    </message>
    <message>
        <source>the job ran %1, which the plan has not</source>
        <translation>gelaufen ist %1, was der Plan nicht hat</translation>
    </message>
    <message>
        <source>none of the steps asked for is there; the traces hold whole steps from %1 to %2</source>
        <translation>keiner der verlangten Schritte ist da; ganz sind in den Traces Schritte von %1 bis %2</translation>
    </message>
    <message>
        <source>there is no replica %1 in these traces; the last is %2</source>
        <translation>eine Replik %1 gibt es in diesen Traces nicht; die letzte ist %2</translation>
    </message>
    <message>
        <source>the steps of replica %1 are not in the order of their numbers</source>
        <translation>die Schritte von Replik %1 liegen nicht in der Folge ihrer Nummern</translation>
    </message>
    <message>
        <source>the times of replica %1 lie more than 50 days apart</source>
        <translation>die Zeiten von Replik %1 liegen mehr als 50 Tage auseinander</translation>
    </message>
    <message>
        <source>ops may hold the wait for what they need: nothing tells them apart</source>
        <translation>Ops können das Warten auf das enthalten, was sie brauchen: nichts trennt beides</translation>
    </message>
    <message>
        <source>the packed file was cut off</source>
        <translation>die gepackte Datei ist abgeschnitten</translation>
    </message>
    <message>
        <source>the packed file is damaged (%1)</source>
        <translation>die gepackte Datei ist beschädigt (%1)</translation>
    </message>
    <message>
        <source>the file is larger than 1 GiB</source>
        <translation>die Datei ist größer als 1 GiB</translation>
    </message>
    <message>
        <source>AMD Primus</source>
        <translation>AMD Primus</translation>
    </message>
    <message>
        <source>Chrome trace</source>
        <translation>Chrome-Trace</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s pipeline timer</source>
        <translation>Pipeline-Timer für Megatron-LM</translation>
    </message>
    <message>
        <source>NDTimeline</source>
        <translation>NDTimeline</translation>
    </message>
    <message>
        <source>PyTorch profiler</source>
        <translation>PyTorch-Profiler</translation>
    </message>
    <message>
        <source>there is no trace here; their names end in .json or .json.gz</source>
        <translation>hier liegt kein Trace; ihre Namen enden auf .json oder .json.gz</translation>
    </message>
    <message>
        <source>this is a trace of %1, but %2 is one of %3; give the files of one job</source>
        <translation>das ist ein Trace von %1, aber %2 ist einer von %3; gebraucht werden die Dateien eines einzigen Laufs</translation>
    </message>
    <message>
        <source>%1 and %2 are both rank %3 of replica %4</source>
        <translation>%1 und %2 sind beide Rank %3 von Replik %4</translation>
    </message>
    <message>
        <source>replica %1 is left out, for not all of its ranks were traced</source>
        <translation>Replik %1 bleibt weg, denn nicht alle ihre Ranks wurden aufgezeichnet</translation>
    </message>
    <message>
        <source>is a pipe, from which nothing is read twice; say which format it has</source>
        <translation>ist eine Pipe, aus der nichts zweimal gelesen wird; gebraucht wird ihr Format</translation>
    </message>
    <message>
        <source>no thread says in its name which rank of the pipeline it is, as `PP rank 2, TP rank 0, compute` does</source>
        <translation>kein Thread sagt in seinem Namen, welcher Rank der Pipeline er ist, wie es `PP rank 2, TP rank 0, compute` tut</translation>
    </message>
    <message>
        <source>rank %1 of replica %2 is not in these traces, nor is any replica whole</source>
        <translation>Rank %1 von Replik %2 fehlt in diesen Traces, und keine Replik ist ganz</translation>
    </message>
    <message>
        <source>%1 shows no op and is left out</source>
        <translation>%1 zeigt keine Op und bleibt weg</translation>
    </message>
    <message>
        <source>some stages were traced on %1 ranks and some on %2; %2 replicas are taken</source>
        <translation>manche Stufen wurden auf %1 Ranks aufgezeichnet, manche auf %2; genommen werden %2 Repliken</translation>
    </message>
    <message>
        <source>stage %1 stands on %2 as well as on %3, as in a schedule of two directions, which can&apos;t be imported yet</source>
        <translation>Stufe %1 liegt auf %2 und auch auf %3, wie in einem Ablaufplan mit zwei Richtungen, der noch nicht übernommen werden kann</translation>
    </message>
    <message>
        <source>no trace is of stage %1; give those of all ranks</source>
        <translation>kein Trace ist von Stufe %1; gebraucht werden die aller Ranks</translation>
    </message>
    <message>
        <source>there is no forward and no backward in these traces</source>
        <translation>in diesen Traces gibt es weder Vorwärts- noch Rückwärtslauf</translation>
    </message>
    <message>
        <source>no step is in the traces of all ranks</source>
        <translation>kein Schritt steht in den Traces aller Ranks</translation>
    </message>
    <message>
        <source>no step has a backward: this is an evaluation, not training</source>
        <translation>kein Schritt hat einen Rückwärtslauf: das ist eine Auswertung, kein Training</translation>
    </message>
    <message>
        <source>%1 ran twice; no step is whole</source>
        <translation>%1 lief zweimal; kein Schritt ist ganz</translation>
    </message>
    <message>
        <source>%1 is missing; no step is whole</source>
        <translation>%1 fehlt; kein Schritt ist ganz</translation>
    </message>
    <message>
        <source>%1 stages of %2 microbatches are more than can be read</source>
        <translation>%1 Stufen mit %2 Microbatches sind mehr, als gelesen werden kann</translation>
    </message>
    <message>
        <source>replica %1 is left out, for its stages lie on other ranks</source>
        <translation>Replik %1 bleibt weg, denn ihre Stufen liegen auf anderen Ranks</translation>
    </message>
    <message>
        <source>%1 is beyond the microbatches of most steps; no step is whole</source>
        <translation>%1 liegt jenseits der Microbatches der meisten Schritte; kein Schritt ist ganz</translation>
    </message>
    <message numerus="yes">
        <source>%1 other files were left out, such as %2</source>
        <comment>%1 other file was left out: %2</comment>
        <translation>
            <numerusform>%1 andere Datei blieb weg: %2</numerusform>
            <numerusform>%1 andere Dateien blieben weg, etwa %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 files without an action of PyTorch&apos;s pipelining runtime were left out, such as %2</source>
        <comment>%1 file without an action of PyTorch&apos;s pipelining runtime was left out: %2</comment>
        <translation>
            <numerusform>%1 Datei ohne eine Aktion von PyTorchs Pipelining-Laufzeit blieb weg: %2</numerusform>
            <numerusform>%1 Dateien ohne eine Aktion von PyTorchs Pipelining-Laufzeit blieben weg, etwa %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2: %1 ops hold no operator (`cpu_op`), so they are taken to last as long as their ranges, with their waits</source>
        <comment>%2: %1 op holds no operator (`cpu_op`), so it is taken to last as long as its range, with its wait</comment>
        <translation>
            <numerusform>%2: %1 Op enthält keinen Operator (`cpu_op`) und gilt daher als so lang wie ihr Bereich, mit ihrem Warten</numerusform>
            <numerusform>%2: %1 Ops enthalten keinen Operator (`cpu_op`) und gelten daher als so lang wie ihre Bereiche, mit ihrem Warten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2: %1 ops launched no kernel, and are taken to do nothing</source>
        <comment>%2: %1 op launched no kernel, and is taken to do nothing</comment>
        <translation>
            <numerusform>%2: %1 Op hat keinen Kernel gestartet und gilt als leer</numerusform>
            <numerusform>%2: %1 Ops haben keinen Kernel gestartet und gelten als leer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2: %1 kernels, such as %3, have no correlation and were left out</source>
        <comment>%2: %1 kernel, %3, has no correlation and was left out</comment>
        <translation>
            <numerusform>%2: %1 Kernel, %3, hat keine Korrelation und blieb weg</numerusform>
            <numerusform>%2: %1 Kernel, etwa %3, haben keine Korrelation und blieben weg</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2: %1 kernels, such as %3, end before they begin or at no time that there is, and were left out</source>
        <comment>%2: %1 kernel, %3, ends before it begins or at no time that there is, and was left out</comment>
        <translation>
            <numerusform>%2: %1 Kernel, %3, endet, bevor er beginnt, oder zu keiner Zeit, die es gibt, und blieb weg</numerusform>
            <numerusform>%2: %1 Kernel, etwa %3, enden, bevor sie beginnen, oder zu keiner Zeit, die es gibt, und blieben weg</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2: %1 kernels last far beyond all that was recorded, and were taken to last no time; the first, %3, took %4</source>
        <comment>%2: %1 kernel, %3, lasts far beyond all that was recorded (%4), and was taken to last no time</comment>
        <translation>
            <numerusform>%2: %1 Kernel, %3, dauert weit über alles Aufgezeichnete hinaus (%4) und gilt als so kurz, dass er keine Zeit braucht</numerusform>
            <numerusform>%2: %1 Kernel dauern weit über alles Aufgezeichnete hinaus und gelten als so kurz, dass sie keine Zeit brauchen; der erste, %3, dauerte %4</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2: %1 kernels last far into the next one on their stream, and were cut where that begins; the first, %3, from %4 to %5</source>
        <comment>%2: %1 kernel, %3, lasts far into the next one on its stream, and was cut where that begins, from %4 to %5</comment>
        <translation>
            <numerusform>%2: %1 Kernel, %3, dauert bis weit in den nächsten seines Streams und wurde gekürzt, wo dieser beginnt, von %4 auf %5</numerusform>
            <numerusform>%2: %1 Kernel dauern bis weit in den nächsten ihres Streams und wurden gekürzt, wo dieser beginnt; der erste, %3, von %4 auf %5</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2: %1 ranges PP: hold no action that is known</source>
        <comment>%2: %1 range PP: holds no action that is known</comment>
        <translation>
            <numerusform>%2: %1 Bereich PP: nennt keine bekannte Aktion</numerusform>
            <numerusform>%2: %1 Bereiche PP: nennen keine bekannte Aktion</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 events name no step or no pipeline rank and were left out</source>
        <comment>%1 event names no step or no pipeline rank and was left out</comment>
        <translation>
            <numerusform>%1 Ereignis nennt keinen Schritt oder keinen Rank der Pipeline und blieb weg</numerusform>
            <numerusform>%1 Ereignisse nennen keinen Schritt oder keinen Rank der Pipeline und blieben weg</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 files of other tensor and data parallel ranks were left out</source>
        <comment>%1 file of another tensor or data parallel rank was left out</comment>
        <translation>
            <numerusform>%1 Datei eines anderen tensor- oder datenparallelen Ranks blieb weg</numerusform>
            <numerusform>%1 Dateien anderer tensor- und datenparalleler Ranks blieben weg</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 ops began before the op in front of them on their rank had ended, and were cut</source>
        <comment>%1 op began before the op in front of it on its rank had ended, and was cut</comment>
        <translation>
            <numerusform>%1 Op begann, bevor die vor ihr auf ihrem Rank zu Ende war, und wurde gekürzt</numerusform>
            <numerusform>%1 Ops begannen, bevor die vor ihnen auf ihrem Rank zu Ende waren, und wurden gekürzt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %1 steps some rank ran its ops in another order</source>
        <comment>in %1 step some rank ran its ops in another order</comment>
        <translation>
            <numerusform>in %1 Schritt führte ein Rank seine Ops in anderer Reihenfolge aus</numerusform>
            <numerusform>in %1 Schritten führte ein Rank seine Ops in anderer Reihenfolge aus</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 steps are not in the traces of all ranks and were left out</source>
        <comment>%1 step is not in the traces of all ranks and was left out</comment>
        <translation>
            <numerusform>%1 Schritt steht nicht in den Traces aller Ranks und blieb weg</numerusform>
            <numerusform>%1 Schritte stehen nicht in den Traces aller Ranks und blieben weg</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 steps have no backward, as an evaluation, and were left out</source>
        <comment>%1 step has no backward, as an evaluation, and was left out</comment>
        <translation>
            <numerusform>%1 Schritt hat keinen Rückwärtslauf, wie eine Auswertung, und blieb weg</numerusform>
            <numerusform>%1 Schritte haben keinen Rückwärtslauf, wie eine Auswertung, und blieben weg</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 steps were traced in part only and were left out</source>
        <comment>%1 step was traced in part only and was left out</comment>
        <translation>
            <numerusform>%1 Schritt wurde nur zum Teil aufgezeichnet und blieb weg</numerusform>
            <numerusform>%1 Schritte wurden nur zum Teil aufgezeichnet und blieben weg</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 steps hold an op twice and were left out</source>
        <comment>%1 step holds an op twice and was left out</comment>
        <translation>
            <numerusform>%1 Schritt enthält eine Op zweimal und blieb weg</numerusform>
            <numerusform>%1 Schritte enthalten eine Op zweimal und blieben weg</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 steps have another number of microbatches and were left out</source>
        <comment>%1 step has another number of microbatches and was left out</comment>
        <translation>
            <numerusform>%1 Schritt hat eine andere Zahl von Microbatches und blieb weg</numerusform>
            <numerusform>%1 Schritte haben eine andere Zahl von Microbatches und blieben weg</numerusform>
        </translation>
    </message>
    <message>
        <source>a Chrome trace needs a mapping, which says what its events stand for</source>
        <translation>ein Chrome-Trace braucht eine Zuordnung, die sagt, wofür seine Ereignisse stehen</translation>
    </message>
    <message>
        <source>the format %1 needs no mapping</source>
        <translation>das Format %1 braucht keine Zuordnung</translation>
    </message>
    <message>
        <source>more than %1 ranges lie inside each other here</source>
        <translation>mehr als %1 Bereiche liegen hier ineinander</translation>
    </message>
    <message>
        <source>there is no event with a time in these traces</source>
        <translation>in diesen Traces steht kein Ereignis mit einer Zeit</translation>
    </message>
    <message>
        <source>no event matches any rule of the mapping; events here are called %1, …</source>
        <translation>kein Ereignis passt zu einer Regel der Zuordnung; Ereignisse heißen hier %1, …</translation>
    </message>
    <message numerus="yes">
        <source>%1 ops say no %2 and were left out</source>
        <comment>%1 op says no %2 and was left out</comment>
        <translation>
            <numerusform>%1 Op nennt kein %2 und blieb weg</numerusform>
            <numerusform>%1 Ops nennen kein %2 und blieben weg</numerusform>
        </translation>
    </message>
    <message>
        <source>no event is an op by the rules of the mapping</source>
        <translation>nach den Regeln der Zuordnung ist kein Ereignis eine Op</translation>
    </message>
    <message>
        <source>no op says its %1: it is not where the mapping looks for it</source>
        <translation>keine Op nennt %1: es steht nicht dort, wo die Zuordnung es sucht</translation>
    </message>
    <message numerus="yes">
        <source>%1 steps were left out, for no clocks of the ranks fit what they did</source>
        <comment>%1 step was left out, for no clocks of the ranks fit what they did</comment>
        <translation>
            <numerusform>%1 Schritt blieb weg, da keine Uhren der Ranks zu ihm passen</numerusform>
            <numerusform>%1 Schritte blieben weg, da keine Uhren der Ranks zu ihnen passen</numerusform>
        </translation>
    </message>
    <message>
        <source>this is no trace that is known; `lanewright-cli import --mapping FILE` reads a Chrome trace by a file that says what its events stand for, `python -m lanewright.run` records a job of PyTorch, `lanewright.megatron` one of Megatron-LM</source>
        <translation>das ist kein bekannter Trace; `lanewright-cli import --mapping DATEI` liest einen Chrome-Trace mit einer Datei, die sagt, wofür seine Ereignisse stehen, `python -m lanewright.run` zeichnet einen Auftrag von PyTorch auf, `lanewright.megatron` einen von Megatron-LM</translation>
    </message>
    <message>
        <source>there is no key `%1` here</source>
        <translation>hier gibt es keinen Schlüssel `%1`</translation>
    </message>
    <message>
        <source>must be pid, tid, process_name, thread_name, file or args.KEY, with its own key</source>
        <translation>muss pid, tid, process_name, thread_name, file oder args.KEY mit eigenem Schlüssel sein</translation>
    </message>
    <message>
        <source>is a text, so the place of its number must be said, as in {&quot;from&quot;: &quot;thread_name&quot;, &quot;pattern&quot;: &quot;*rank {}*&quot;}</source>
        <translation>ist ein Text, daher muss die Stelle der Zahl genannt sein, wie in {&quot;from&quot;: &quot;thread_name&quot;, &quot;pattern&quot;: &quot;*rank {}*&quot;}</translation>
    </message>
    <message>
        <source>must be F, B, W, BW, optimizer, gather, reduce, collective or host</source>
        <translation>muss F, B, W, BW, optimizer, gather, reduce, collective oder host sein</translation>
    </message>
    <message>
        <source>no rule is of an op: F and BW, or F, B and W</source>
        <translation>keine Regel gilt einer Op: F und BW, oder F, B und W</translation>
    </message>
    <message>
        <source>neither `rank` nor `stage` is said, so no op has a place</source>
        <translation>weder `rank` noch `stage` ist genannt, so hat keine Op einen Platz</translation>
    </message>
    <message>
        <source>`chunk` counts the stages of a rank, so `rank` must be said</source>
        <translation>`chunk` zählt die Stages eines Ranks, daher muss `rank` genannt sein</translation>
    </message>
    <message>
        <source>neither `microbatch` nor `step` is said: with `step` alone microbatches are counted, with `microbatch` alone steps are</source>
        <translation>weder `microbatch` noch `step` ist genannt: mit `step` allein werden Microbatches gezählt, mit `microbatch` allein Schritte</translation>
    </message>
    <message>
        <source>a pattern has between 1 and 512 letters</source>
        <translation>ein Muster hat 1 bis 512 Zeichen</translation>
    </message>
    <message>
        <source>a { is not closed</source>
        <translation>ein { ist nicht geschlossen</translation>
    </message>
    <message>
        <source>{%1} names nothing that is known: rank, stage, chunk, microbatch, step, replica</source>
        <translation>{%1} nennt nichts Bekanntes: rank, stage, chunk, microbatch, step, replica</translation>
    </message>
    <message>
        <source>a {} must say where the number stands</source>
        <translation>ein {} muss sagen, wo die Zahl steht</translation>
    </message>
    <message>
        <source>this JSON is no mapping of a trace</source>
        <translation>dieses JSON ist keine Zuordnung für einen Trace</translation>
    </message>
    <message>
        <source>more than %1 rules</source>
        <translation>mehr als %1 Regeln</translation>
    </message>
    <message>
        <source>its name gives it a rank above %1</source>
        <translation>sein Name gibt ihm einen Rank über %1</translation>
    </message>
</context>
<context>
    <name>transport</name>
    <message>
        <source>on %1 it hangs %2: %3</source>
        <translation>auf %1 hängt es, %2: %3</translation>
    </message>
    <message>
        <source>on %1 it hangs where a batch holds more than %2 sends and receives: rank %3 issues %4 as one, from %5 on</source>
        <translation>auf %1 hängt es, wo ein Bündel mehr als %2 Senden und Empfangen enthält: Rank %3 gibt %4 als eines auf, von %5 an</translation>
    </message>
    <message>
        <source>rank %1 never gets past %2</source>
        <translation>Rank %1 kommt nie über %2 hinaus</translation>
    </message>
    <message>
        <source>rank %1 stands at %2, and rank %3 does not get to the other end</source>
        <translation>Rank %1 steht bei %2, und Rank %3 kommt nicht ans andere Ende</translation>
    </message>
    <message>
        <source>rank %1 stands at %2 while rank %3 stands at %4</source>
        <translation>Rank %1 steht bei %2, während Rank %3 bei %4 steht</translation>
    </message>
    <message>
        <source>where a send waits for its receive (large messages, two nodes)</source>
        <translation>wo ein Senden auf sein Empfangen wartet (große Nachrichten, zwei Knoten)</translation>
    </message>
    <message>
        <source>where a send waits for its receive and two ranks share one queue</source>
        <translation>wo ein Senden auf sein Empfangen wartet und zwei Ranks sich eine Schlange teilen</translation>
    </message>
    <message>
        <source>where messages are more than what a node sends ahead (32 MiB from a rank to another)</source>
        <translation>wo Nachrichten mehr sind, als ein Knoten vorausschickt (32 MiB von einem Rank zum anderen)</translation>
    </message>
    <message>
        <source>where a rank waits for a send before its receive is issued</source>
        <translation>wo ein Rank auf ein Senden wartet, bevor das Empfangen dazu aufgegeben ist</translation>
    </message>
    <message>
        <source>where MPI_Send waits for its MPI_Recv (large messages)</source>
        <translation>wo MPI_Send auf sein MPI_Recv wartet (große Nachrichten)</translation>
    </message>
    <message>
        <source>where MPI_Recv waits for its message, and MPI_Send for its MPI_Recv above 64 KiB</source>
        <translation>wo MPI_Recv auf seine Nachricht wartet, und MPI_Send oberhalb von 64 KiB auf sein MPI_Recv</translation>
    </message>
    <message>
        <source>a send behind %1</source>
        <translation>ein Senden hinter %1</translation>
    </message>
    <message>
        <source>a receive behind %1</source>
        <translation>ein Empfangen hinter %1</translation>
    </message>
</context>
</TS>
