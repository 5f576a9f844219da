// A bot in Java. Run it as: java Bot.java SEED
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;

public class Bot {
    public static void main(String[] args) throws IOException {
        long seed = args.length > 0 ? Long.parseLong(args[0]) : 1;
        long number = 0; // of the decision that is asked for: the ID of `go`
        List<String> actions = new ArrayList<>(); // what `legal` has listed so far
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null && !line.equals("bye"); line = in.readLine()) {
            String[] words = line.split(" ", 3);
            if (words[0].equals("ready")) {
                say("hello 1 \"Example in Java\"");
            } else if (words[0].equals("go")) {
                number = Long.parseLong(words[1]);
                actions.clear();
                say("legal");
            } else if (words[0].equals("legal")) {
                actions.add(line.substring("legal ".length()));
            } else if (words[0].equals("ok") && !actions.isEmpty()) { // the list is complete
                long h = (seed * 7919 + number * 104729) % 1000003;
                h = (h * h + number) % 1000003;
                say("answer " + number + " " + actions.get((int) (h % actions.size())));
                actions.clear();
            }
        }
    }

    private static void say(String line) {
        System.out.print(line + "\n");
        System.out.flush();
    }
}
